/** Examples of the reference: each operation has a curl example that reaches it and sends valid input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDocumented, openapi } from '../../src/catalog/openapi.ts'
import { createRouter } from '../../src/http/router.ts'
import {
  type ApiDocument,
  findType,
  flatten,
  kindOf,
  membersOf,
  readReference,
  succeeded,
} from '../../web/src/features/docs/document.ts'
import { curlOf, requestOf, sampleBody, sampleParameters, sampleResponse } from '../../web/src/features/docs/example.ts'
import { catalog, sample } from '../harness/sample.ts'

const document = openapi(catalog) as unknown as ApiDocument
const reference = readReference(document)
const operations = reference.types.flatMap(type => type.operations)
const router = createRouter(catalog.operations)

test('the reference lists every operation and every type of the catalog, by their names on the wire', () => {
  assert.deepEqual(operations.map(({ id }) => id).sort(), catalog.operations.map(({ id }) => id).sort())
  for (const { name, fields } of catalog.resources.filter(isDocumented)) {
    const type = findType(reference, name)
    assert.ok(type?.schema, `${name} has no page with fields`)
    assert.equal(findType(reference, type.slug), type)
    const shown = Object.keys(flatten(document, type.schema).properties ?? {})
    for (const field of Object.keys(fields)) assert.ok(shown.includes(field), `${name}.${field}`)
  }
})

test('each operation has a curl example that reaches it, with everything that it requires', () => {
  for (const operation of operations) {
    const body = sampleBody(reference, operation)
    const sent = requestOf(reference, operation, sampleParameters(operation), body && JSON.stringify({ data: body }))
    const path = sent.path.replace(/^\/api\/1\.0/, '').replace(/\?.*$/, '')
    assert.equal(router.match(sent.method, path)?.operation.id, operation.id)
    const declared = catalog.operations.find(({ id }) => id === operation.id)
    const query = new URLSearchParams(sent.path.split('?')[1])
    for (const [name, { required }] of Object.entries(declared?.query ?? {})) {
      if (required) assert.ok(query.get(name), `${operation.id} needs ${name}`)
    }
    for (const [name, { required }] of Object.entries(declared?.body ?? {})) {
      const isInPath = declared?.path.includes(`{${name}_gid}`)
      if (required && !isInPath) assert.ok(body && name in body, `${operation.id} needs ${name} in its body`)
    }
    const line = curlOf('http://localhost:8080', sent)
    assert.match(line, /^curl (-X (PUT|POST|DELETE|PATCH) )?-H "Authorization: Bearer \$TOKEN"/)
    assert.ok(line.includes(`http://localhost:8080/api/1.0${path}`), line)
  }
})

test('an example of a response has the form of a response', () => {
  for (const operation of operations) {
    const answer = sampleResponse(reference, succeeded(operation)?.schema) as { data: unknown }
    assert.equal(typeof answer.data, 'object', operation.id)
    assert.ok(JSON.stringify(answer).length < 12_000, `${operation.id}: ${JSON.stringify(answer).length}`)
  }
})

test('a curl example works once its placeholders are replaced by gids', async () => {
  const { send, ann, the, workspace } = await sample()
  const gids: Record<string, string> = { ...the, workspace, organization: workspace }
  const filled = (text: string) =>
    text.replaceAll(/\b([A-Z_]+)_GID\b/g, (all, name: string) => gids[name.toLowerCase()] ?? all)
  const expected = [
    'getUser',
    'getTask',
    'getTasks',
    'createTask',
    'updateTask',
    'createTag',
    'getTags',
    'createProject',
  ]
  expected.push(
    'getProjects',
    'createSectionForProject',
    'createStoryForTask',
    'addTagForTask',
    'createTeam',
    'getUsers',
  )
  expected.push('createCustomField', 'updateWebhook')
  expected.push(
    'addProjectForTask',
    'createSubtaskForTask',
    'getWorkspaces',
    'getCustomFieldsForWorkspace',
    'deleteTask',
  )
  for (const id of expected) {
    const operation = operations.find(one => one.id === id)
    assert.ok(operation, id)
    const body = sampleBody(reference, operation)
    const sent = requestOf(reference, operation, sampleParameters(operation), body && JSON.stringify({ data: body }))
    const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
    const payload = sent.body === undefined ? {} : { payload: filled(sent.body) }
    const { status, message } = await send({ method: sent.method, url: filled(sent.path), headers, ...payload })
    assert.ok(status < 300, `${id} answered ${status}: ${message}\n${filled(sent.path)} ${payload.payload}`)
  }
})

test('the reference resolves references, choices and parts of OpenAPI 3.1, regardless of the names of the schemas', () => {
  const schemas = {
    Thing: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { size: { type: ['number', 'null'] } } }] },
    Base: {
      type: 'object',
      required: ['gid'],
      properties: {
        gid: { type: 'string' },
        resource_type: { const: 'odd_thing' },
        next: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
        parts: { type: 'array', items: { type: 'object', properties: { 'a/b': { type: 'string' } } } },
      },
    },
    'a/b~c': { type: 'string', format: 'date' },
  }
  const made = readReference({
    info: { title: 'T', version: '1' },
    servers: [{ url: '/base' }],
    paths: {
      '/odd/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/a~1b~0c' } }],
        get: {
          responses: { 200: { description: '', content: { 'application/json': { schema: schemas.Base } } } },
          tags: ['Odd thing'],
        },
      },
    },
    components: { schemas },
  } as unknown as ApiDocument)
  const [type] = made.types
  assert.deepEqual([type?.slug, type?.wire, type?.operations[0]?.method], ['odd_things', 'odd_thing', 'GET'])
  const flat = flatten(made.document, type?.schema ?? {})
  assert.deepEqual(Object.keys(flat.properties ?? {}), ['gid', 'resource_type', 'next', 'parts', 'size'])
  assert.deepEqual(kindOf(made, flat.properties?.next ?? {}), { text: 'Odd thing', type: 'odd_things' })
  assert.equal(flatten(made.document, flat.properties?.next ?? {}).isNullable, true)
  assert.equal(kindOf(made, flat.properties?.size ?? {}).text, 'number')
  assert.deepEqual(
    membersOf(made, flat.properties?.parts ?? {}).map(([name]) => name),
    ['a/b'],
  )
  assert.equal(kindOf(made, type?.operations[0]?.parameters[0]?.schema ?? {}).text, 'date')
})
