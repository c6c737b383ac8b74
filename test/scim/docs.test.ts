/** docs/provisioning.md quotes the program correctly. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertSuccess, scimWorld } from '../harness/scim/world.ts'
import { readSources } from '../harness/source.ts'
import type { Json } from '../harness/world.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'provisioning.md'), 'utf8')

test('every refusal that docs/provisioning.md explains exists in the program', () => {
  const rows = [...page.matchAll(/^\| \d{3} +\| (.*?) \|/gm)].flatMap(([, quoted = '']) => [
    ...quoted.matchAll(/`([^`]+)`/g),
  ])
  const program = readSources(root, ['src']).filter(file => !file.isTest)
  const texts = program.map(file => file.text.replace(/\$\{noun\}/g, 'user').replace(/\s+/g, ' ')).join('\n')
  const groups = texts.replaceAll('There is no user', 'There is no group')
  assert.ok(rows.length > 15)
  for (const [, text = ''] of rows) assert.ok(texts.includes(text) || groups.includes(text), text)
})

test('docs/provisioning.md describes every published attribute of users', async () => {
  const { scim } = await scimWorld()
  const { Resources } = assertSuccess(await scim.get('/Schemas'))
  for (const urn of ['core:2.0:User', 'core:2.0:Group', 'enterprise:2.0:User']) {
    const { attributes } = Resources.find((one: Json) => one.id.endsWith(urn))
    assert.ok(attributes.length > 0, urn)
    for (const { name } of attributes) assert.match(page, new RegExp(`[\`:.]${name}[\`.]`), name)
  }
})
