/** A newer version of the program starts while an older one serves the data. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { ApiError } from '../../src/lib/errors.ts'
import { insert } from '../../src/store/change.ts'
import type { Store } from '../../src/store/db.ts'
import { NewerSchema } from '../../src/store/migrate.ts'
import { StoreIsServed } from '../../src/store/postgres.ts'
import { FolderInUse } from '../../src/store/sqlite.ts'
import { statement } from '../../src/store/statement.ts'
import { isPostgres, reopenableStore } from '../harness/engine.ts'
import { dropListenConnections } from '../harness/instances.ts'

const forgotten = statement<never>(() => sql`delete from schema_versions where version = 1000`)

const refusal = isPostgres ? StoreIsServed : FolderInUse

/** Forgets the last migration, as if it belonged to a version newer than the serving one. It can run twice. */
const makeOlder = (store: Store) =>
  store.write(({ connection }) =>
    connection.execute('delete from schema_versions where version = (select max(version) from schema_versions)', []),
  )

test('a migration is refused while a server runs that does not know the new schema', async () => {
  const open = await reopenableStore()
  const older = await open('serving')
  await makeOlder(older)
  await assert.rejects(open(), refusal, 'a command')
  await assert.rejects(open('serving'), refusal, 'another instance')
  await older.write(tx => insert(tx, 'signing_keys', { kid: 'x', public_key: 'x', private_key: 'x', created_at: 1 }))
  await older.close()
  for (const serving of [undefined, 'serving'] as const) await (await open(serving)).close()
})

test('an up-to-date schema needs no migration, so instances and commands start next to a server', async () => {
  const open = await reopenableStore()
  const server = await open('serving')
  await (await open()).close()
  await server.close()
})

const skip = isPostgres ? false : 'only instances on PostgreSQL can be disconnected'

test('an instance that was disconnected during a migration writes nothing until it has checked the schema', {
  skip,
}, async () => {
  const open = await reopenableStore()
  const store = await open('serving')
  const writes = () =>
    store
      .write(tx => insert(tx, 'settings', { name: randomUUID(), value: 'x' }))
      .then(() => true)
      .catch(error => {
        assert.ok(error instanceof ApiError && error.status === 503 && error.cause instanceof NewerSchema)
        return false
      })
  await store.write(({ connection }) => connection.execute('insert into schema_versions (version) values (1000)', []))
  await dropListenConnections(store)
  while (await writes()) await pause(5)
  // By now the LISTEN connection would be open again if the schema were still known.
  await pause(1200)
  assert.equal(await writes(), false)
  await store.outOfBand?.first(forgotten, {})
  assert.equal(await writes(), true)
  await store.close()
})
