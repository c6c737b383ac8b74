/** docs/console_api.md compared with the table of console routes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consoleReference } from '../../src/http/console/reference.ts'
import { routes } from '../../src/http/console/routes.ts'
import { golden } from '../harness/golden.ts'

test('docs/console_api.md matches the routes', () => {
  golden('docs/console_api.md', consoleReference(routes))
})

test('every console route and every member has a description, and no address occurs twice', () => {
  for (const { method, path, doc, body } of routes) {
    assert.match(doc, /\.$/, `${method} ${path}`)
    for (const [name, field] of Object.entries(body)) assert.match(field.doc, /\.$/, `${name} of ${method} ${path}`)
  }
  const addresses = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':gid')}`)
  assert.equal(new Set(addresses).size, addresses.length)
})
