/** Every type with a trash: its objects are deleted, listed, restored, deleted again and purged after 30 days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Name } from '../../src/names.ts'
import { restore } from '../../src/resources/platform/rules/restore.ts'
import { updateAll } from '../../src/store/change.ts'
import { tableOf, trashTypes } from '../../src/store/queries/objects.ts'
import { trashEntryOf, trashOf } from '../../src/store/queries/trash/entries.ts'
import { catalog, ok, type Sample, sample, send } from '../harness/sample.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const types = trashTypes.map(({ type }) => type)

/** Deletes an object by the operation of its type, or in the store where the API has none. */
async function remove(all: Sample, type: Name, gid: string): Promise<void> {
  const operation = catalog.operations.find(one => one.method === 'DELETE' && one.path.endsWith(`/{${type}_gid}`))
  if (operation) await ok(send(all, all.ann, operation, { path: { [`${type}_gid`]: gid } }))
  else await all.store.write(tx => updateAll(tx, tableOf(type), [Number(gid)], { deleted_at: tx.now }))
}

const isListed = async ({ store, workspace }: Sample, type: Name, gid: string): Promise<boolean> =>
  (await trashOf(store.read, Number(workspace))).some(
    entry => entry.gid === Number(gid) && entry.resource_type === type,
  )

async function rowOf({ store }: Sample, type: Name, gid: string): Promise<Record<string, unknown> | undefined> {
  const query = store.read.db.selectFrom(tableOf(type) as 'tags').selectAll()
  return query.where('gid', '=', Number(gid)).executeTakeFirst()
}

/** The events of the audit log about an object. */
async function auditOf({ store }: Sample, gid: string): Promise<string[]> {
  const query = store.read.db.selectFrom('audit_log_events').select('event_type').where('resource', '=', Number(gid))
  return (await query.orderBy('cursor').execute()).map(row => row.event_type)
}

for (const type of types) {
  test(`a ${type} in the trash is listed, can be restored, and is purged after 30 days`, async () => {
    const all = await sample()
    const gid = all.the[type]
    await remove(all, type, gid)
    assert.equal(await isListed(all, type, gid), true, 'the trash lists it')
    await all.store.write(async tx =>
      restore(tx, (await trashEntryOf(tx, Number(gid))) ?? assert.fail('not in the trash')),
    )
    assert.equal((await rowOf(all, type, gid))?.deleted_at, null, 'it is restored')
    assert.equal(await isListed(all, type, gid), false, 'the trash does not list it')
    const events = (await auditOf(all, gid)).slice(-2)
    assert.match(events.join(), /^\w+_deleted,\w+_undeleted$/, 'the audit log has both')
    await remove(all, type, gid)
    all.clock.now += 29 * DAY_MS
    await all.jobs.tick()
    assert.ok(await rowOf(all, type, gid), 'it stays in the trash')
    all.clock.now += 2 * DAY_MS
    await all.jobs.tick()
    assert.equal(await rowOf(all, type, gid), undefined, 'it is purged')
    assert.equal(await isListed(all, type, gid), false, 'the trash does not list it')
  })
}
