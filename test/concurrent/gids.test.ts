/** Gids are unique across instances, also when their clocks differ. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gids } from '../../src/lib/gid.ts'
import { createUser } from '../../src/resources/people/rules/join.ts'
import type { Store } from '../../src/store/db.ts'
import { TABLES_WITH_GIDS } from '../../src/store/queries/instances/gids.ts'
import { currentSchema, type TransferTable } from '../../src/store/transfer/schema.ts'
import { reopenableStore } from '../harness/engine.ts'
import { atOnce, storesOf } from '../harness/instances.ts'

const DAY = 86_400_000

const ann = { name: 'Ann', email: 'ann@example.com' }
const ben = { name: 'Ben', email: 'ben@example.com' }

test('instances that create objects at once give each its own gid', async () => {
  const stores = await storesOf(3)
  const some = (store: Store = assert.fail()) => store.write(async tx => Array.from({ length: 200 }, tx.gid))
  const made = await atOnce(time => some(stores[time % 3]), 30)
  assert.equal(new Set(made.flat()).size, 30 * 200)
})

test('a gid that was generated while the clock was ahead is not generated again', async () => {
  const open = await reopenableStore()
  const first = await open()
  const ahead = gids(() => Date.now() + DAY)
  const newest = await first.write(tx => createUser({ ...tx, gid: ahead }, ann))
  await first.close()
  const again = await open()
  assert.ok((await again.write(tx => createUser(tx, ben))) > newest)
  await again.close()
})

test('the generator looks for the newest gid in every table that has gids', async () => {
  const { tables } = await currentSchema()
  const counted = ({ columns, key: [place = 0], isSerial }: TransferTable) => isSerial && columns[place]?.name === 'gid'
  const found = tables.filter(table => table.columns.some(({ name }) => name === 'gid') && !counted(table))
  assert.deepEqual([...TABLES_WITH_GIDS].sort(), found.map(({ name }) => name).sort())
})
