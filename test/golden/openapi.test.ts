/** The OpenAPI document: equal to the golden file, valid, and without dangling references. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { openapi } from '../../src/catalog/openapi.ts'
import { golden } from '../harness/golden.ts'
import { type Json, world } from '../harness/world.ts'

const document = openapi(createCatalog()) as Json

test('the OpenAPI document matches the golden file', () => {
  golden('test/golden/openapi.json', `${JSON.stringify(document, null, 2)}\n`)
})

test('the OpenAPI document is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors, null, 2))
  assert.equal(validator.version, '3.1')
})

test('every reference in the OpenAPI document resolves, and every component is used', () => {
  const used = new Set<string>()
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value) used.add(String(value.$ref))
    for (const member of Object.values(value)) visit(member)
  }
  visit(document)
  const { securitySchemes: _, ...components } = document.components
  const there = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named as Json).map(name => `#/components/${kind}/${name}`),
  )
  assert.deepEqual(
    [...used].filter(target => !there.includes(target)),
    [],
  )
  const unused = there.filter(name => !used.has(name))
  assert.deepEqual(unused, [])
})

test('every path parameter of the OpenAPI document has a description, and every operation its own name', () => {
  const ids: string[] = []
  for (const [path, item] of Object.entries(document.paths as Json)) {
    const named = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
    for (const operation of Object.values(item as Json)) {
      ids.push(operation.operationId)
      const described = operation.parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name)
      assert.deepEqual(described, named, operation.operationId)
      assert.ok(operation.summary.endsWith('.'), `the summary of ${operation.operationId} is a sentence`)
    }
  }
  assert.equal(new Set(ids).size, ids.length)
})

test('the server serves the OpenAPI document without a token', async () => {
  const { send } = await world()
  const { status, body } = await send({ method: 'GET', url: '/api/1.0/openapi.json' })
  assert.deepEqual([status, body.openapi], [200, '3.1.0'])
})
