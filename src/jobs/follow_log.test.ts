/** The jobs that follow the log: they read every change once, in batches of which one transaction records each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type World, world } from '../../test/harness/world.ts'
import { insertAll } from '../store/change.ts'
import { behindUses } from '../store/queries/search/uses.ts'
import { followLog } from './follow_log.ts'

/** Creates tags, with one change each. */
const createTags = ({ store, workspace }: World, count: number) =>
  store.write(tx => {
    const row = { workspace: Number(workspace), color: null, notes: '', created_at: tx.now, deleted_at: null }
    const rows = Array.from({ length: count }, (_, at) => ({ gid: tx.gid(), name: `Tag ${at}`, ...row }))
    return insertAll(tx, 'tags', rows)
  })

const gidsOf = async ({ store }: World): Promise<number[]> =>
  (await store.read.db.selectFrom('changes').select('gid').orderBy('gid').execute()).map(({ gid }) => gid)

/** A job that notes the number of changes in each batch that it records, of which at most `max` fit. */
function counting(home: World, max: number) {
  const batches: number[] = []
  const job = followLog(home.store, 'test_position ', behindUses, () => ({
    read: async ({ after, until }) => (await gidsOf(home)).filter(gid => gid > after && gid <= until).length,
    fits: changes => changes <= max,
    record: async (_tx, changes) => void batches.push(changes),
  }))
  return { job, batches }
}

test('a batch of changes that does not fit is read again with fewer, and no change is left out', async () => {
  const home = await world()
  await createTags(home, 450)
  const all = (await gidsOf(home)).length
  const { job, batches } = counting(home, 250)
  await job.perform(0)
  assert.deepEqual(batches, [200, 200, all - 400])
  assert.equal(await job.isWoken?.(home.store.read), false)
})

test('a job goes on after the last change that it recorded', async () => {
  const home = await world()
  await createTags(home, 3)
  const [first, all] = [counting(home, 1000), (await gidsOf(home)).length]
  await first.job.perform(0)
  await createTags(home, 2)
  assert.equal(await first.job.isWoken?.(home.store.read), true)
  const next = counting(home, 1000)
  await next.job.perform(0)
  assert.deepEqual([first.batches, next.batches], [[all], [2]])
})
