/** Each type of the catalog can be given, or says why it cannot. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../catalog/catalog.ts'
import { loaders, UNLOADED } from './load.ts'

test('each type of the catalog has a loader, or a reason why it has none', () => {
  const types = createCatalog().resources.map(({ name }) => name)
  const loaded = loaders.map(({ type }): string => type)
  const undecided = types.filter(type => !loaded.includes(type) && UNLOADED[type] === undefined)
  assert.deepEqual(undecided, [], 'write a loader in src/exchange/load, or a reason in UNLOADED')
  assert.deepEqual(
    Object.keys(UNLOADED).filter(type => loaded.includes(type)),
    [],
    'it has a loader',
  )
})
