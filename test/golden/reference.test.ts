/** The pages of docs/reference compared with the catalog. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { reference } from '../../src/catalog/reference.ts'
import { golden } from '../harness/golden.ts'

const folder = 'docs/reference'
const pages = reference(createCatalog())

for (const [name, text] of pages) {
  test(`${folder}/${name} matches the catalog`, () => golden(`${folder}/${name}`, text))
}

test('the reference has no page of a type that does not exist', () => {
  const files = readdirSync(join(import.meta.dirname, '..', '..', folder))
  assert.deepEqual(
    files.filter(name => !pages.has(name)),
    [],
  )
})
