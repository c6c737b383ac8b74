/** The OpenAPI document is true: its examples work, and the harness detects a response that contradicts it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { resources } from '../../src/catalog/contents.ts'
import { openapi } from '../../src/catalog/openapi.ts'
import { flag, number } from '../../src/vocabulary/field.ts'
import { documentCheck, type Exchange } from '../harness/openapi/answers.ts'
import { catalog, ok, permittedActor, sample, sampleOf, send } from '../harness/sample.ts'
import { type Json, world } from '../harness/world.ts'

const document = openapi(catalog) as Json

/** The catalog, with other fields of a tag. */
const catalogWith = (fields: Json) =>
  createCatalog({ ...resources, tag: { ...resources.tag, fields: { ...resources.tag.fields, ...fields } } } as never)

test('a test request fails when a value of its response has another type than the document states', async () => {
  const { ann, workspace } = await world({ catalog: catalogWith({ notes: number({ doc: 'No number.' }) }) })
  const making = ann.post('/tags', { workspace, name: 'urgent' })
  await assert.rejects(making, /POST \/api\/1\.0\/tags contradicts the OpenAPI document: \/data\/notes must be number/)
})

test('a test request fails when its response has a null that the document does not allow', async () => {
  const { ann, workspace } = await world({
    catalog: catalogWith({ liked: flag({ column: 'color', doc: 'A colour.' }) }),
  })
  const read = (catalog: Json) => catalog.components.schemas.Tag.properties.liked
  assert.deepEqual(read(openapi(catalogWith({ liked: flag({ doc: 'A flag.' }) })) as Json).type, 'boolean')
  await assert.rejects(ann.post('/tags', { workspace, name: 'urgent' }), /\/data\/liked must be boolean/)
})

test('a list in a query is described as one parameter with commas', async () => {
  const parameters: Json[] = document.paths['/workspaces/{workspace_gid}/tasks/search'].get.parameters
  const found = parameters.filter(({ schema }) => schema?.type === 'array')
  assert.ok(found.some(({ name }) => name === 'projects.any'))
  assert.deepEqual(new Set(found.map(({ explode }) => explode)), new Set([false]))
  const { ann, workspace } = await world()
  const tags = [
    await ann.create('/tags', { workspace, name: 'A' }),
    await ann.create('/tags', { workspace, name: 'B' }),
  ]
  for (const tag of tags) await ann.create('/tasks', { workspace, name: 'Tagged', tags: [tag] })
  const { data } = await ann.get(`/workspaces/${workspace}/tasks/search?tags.any=${tags.join()}`)
  assert.equal(data.length, 2)
})

/** Checks a response to `GET /tags/1`, or to another request. */
const read = documentCheck(document)
const contradictionsOf = (status: number, body: Json, more: Partial<Exchange> = {}) =>
  read({ method: 'GET', url: '/api/1.0/tags/1', status, headers: {}, text: JSON.stringify(body), ...more })

const tag = { gid: '1', resource_type: 'tag', name: 'urgent' }

test('a response that the document describes contradicts nothing', () => {
  assert.deepEqual(contradictionsOf(200, { data: tag }), [])
  assert.deepEqual(contradictionsOf(404, { errors: [{ message: 'tag: Not a recognized ID: 1', help: 'x' }] }), [])
  const page = { data: [tag], next_page: null }
  assert.deepEqual(contradictionsOf(200, page, { url: '/api/1.0/tags?limit=1' }), [])
})

test('a response contradicts the document by its status, its headers, and missing or unknown members', () => {
  const one = (problems: string[]) => problems.join('; ')
  assert.match(one(contradictionsOf(409, { errors: [] })), /status 409 is not documented/)
  assert.match(
    one(contradictionsOf(200, { data: tag }, { headers: { location: '/tags/1' } })),
    /header location is not documented/,
  )
  assert.match(
    one(contradictionsOf(201, { data: tag }, { method: 'POST', url: '/api/1.0/tags' })),
    /header Location is missing/,
  )
  assert.match(one(contradictionsOf(200, { data: { ...tag, hue: 1 } })), /additional properties .*hue/)
  assert.match(one(contradictionsOf(200, { data: tag, more: 1 })), /additional properties .*more/)
  assert.match(one(contradictionsOf(200, { data: { name: 'urgent' } })), /required property 'gid'/)
  assert.match(one(contradictionsOf(200, { data: { ...tag, created_at: '2026-01-05' } })), /format "date-time"/)
  assert.match(one(contradictionsOf(404, { error: 'gone' })), /required property 'errors'/)
  assert.match(one(contradictionsOf(200, { data: tag }, { url: '/api/1.0/labels/1' })), /no such operation/)
})

test('the server accepts every example of the document unchanged', async t => {
  const all = await sample()
  for (const operation of catalog.operations.filter(({ method }) => method === 'GET')) {
    const declared = document.paths[operation.path].get.parameters as Json[]
    const parameters = declared.map(one =>
      one.$ref ? document.components.parameters[one.$ref.split('/').at(-1)] : one,
    )
    const examples = parameters.filter(one => one.example !== undefined)
    await t.test(operation.id, async () => {
      assert.ok(
        examples.some(one => one.name === 'opt_fields'),
        'the example requests fields',
      )
      const values = Object.fromEntries(examples.map(one => [one.name, String(one.example)]))
      const { path, query } = await sampleOf(all, operation)
      const answer = await ok(
        send(all, permittedActor(all, operation), operation, { path, query: { ...query, ...values } }),
      )
      const [first] = [answer.data].flat()
      const names = String(values.opt_fields).split(',')
      const missing = names.filter(name => first && !((name.split('.')[0] ?? '') in first))
      assert.deepEqual(missing, [], 'each field of the example is shown')
    })
  }
})
