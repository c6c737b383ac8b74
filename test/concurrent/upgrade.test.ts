/** A newer version of the program comes while an older one still serves the data. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { insert } from '../../src/store/change.ts'
import type { Store } from '../../src/store/db.ts'
import { openPostgres, StoreIsServed } from '../../src/store/postgres.ts'
import { FolderInUse, openSqlite } from '../../src/store/sqlite.ts'
import { emptyDatabase } from '../harness/databases.ts'

interface Place {
  /** As a server does, or as a command beside it. */
  open(serving: boolean): Promise<Store>
  refusal: new () => Error
}

async function place(): Promise<Place> {
  const server = process.env.WORKLOOM_TEST_DATABASE_URL
  if (server === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'workloom-test-'))
    after(() => rmSync(folder, { recursive: true }))
    return { open: exclusive => openSqlite({ folder, clock: Date.now, exclusive }), refusal: FolderInUse }
  }
  const { url, drop } = await emptyDatabase(server)
  after(drop)
  return { open: serving => openPostgres({ url, serving }), refusal: StoreIsServed }
}

/** Takes back the last migration, as if it came with a version that is newer than whoever serves: see `007_copies.ts`. */
const makeOlder = (store: Store) =>
  store.write(async ({ connection }) => {
    for (const text of ['drop table shelf', 'drop table nodes', 'delete from schema_versions where version = 7']) {
      await connection.run(text, [])
    }
  })

test('the schema does not change under a server that does not know the new one', async () => {
  const { open, refusal } = await place()
  const older = await open(true)
  await makeOlder(older)
  await assert.rejects(open(false), refusal, 'a command')
  await assert.rejects(open(true), refusal, 'another copy')
  await older.write(tx => insert(tx, 'settings', { name: 'x', value: 'x' }))
  await older.close()
  for (const serving of [false, true]) await (await open(serving)).close()
})

test('a schema that is as it must be changes for nobody, so copies and commands come beside a server', async () => {
  const { open } = await place()
  const server = await open(true)
  await (await open(false)).close()
  await server.close()
})
