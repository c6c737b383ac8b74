/** A newer version of the program comes while an older one still serves the data. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insert } from '../../src/store/change.ts'
import type { Store } from '../../src/store/db.ts'
import { StoreIsServed } from '../../src/store/postgres.ts'
import { FolderInUse } from '../../src/store/sqlite.ts'
import { isPostgres, placeToOpen } from '../harness/engine.ts'

const refusal = isPostgres ? StoreIsServed : FolderInUse

/** Takes back the last migration, as if it came with a version that is newer than whoever serves: see `007_copies.ts`. */
const makeOlder = (store: Store) =>
  store.write(async ({ connection }) => {
    for (const text of ['drop table shelf', 'drop table nodes', 'delete from schema_versions where version = 7']) {
      await connection.run(text, [])
    }
  })

test('the schema does not change under a server that does not know the new one', async () => {
  const open = await placeToOpen()
  const older = await open('serving')
  await makeOlder(older)
  await assert.rejects(open(), refusal, 'a command')
  await assert.rejects(open('serving'), refusal, 'another copy')
  await older.write(tx => insert(tx, 'settings', { name: 'x', value: 'x' }))
  await older.close()
  for (const serving of [undefined, 'serving'] as const) await (await open(serving)).close()
})

test('a schema that is as it must be changes for nobody, so copies and commands come beside a server', async () => {
  const open = await placeToOpen()
  const server = await open('serving')
  await (await open()).close()
  await server.close()
})
