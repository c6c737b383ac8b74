/** Concurrent writes of the personal state of the web app: limits hold, positions differ, and nothing is lost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertAll } from '../../src/store/change.ts'
import { atOnce, countByStatus, instances } from '../harness/instances.ts'
import { ok } from '../harness/sample.ts'
import { signedIn } from '../harness/sign_in/console.ts'

test('views that are created at once have distinct positions, and do not exceed the limit', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const console = await signedIn(all, ann)
  await store.write(tx => {
    const common = { parent: Number(workspace), parent_type: 'workspace', owner: Number(ann.gid), name: 'Many' }
    const times = { created_at: tx.now, modified_at: tx.now }
    const rows = Array.from({ length: 95 }, (_, index) => ({
      ...{ gid: tx.gid(), workspace: Number(workspace), ...common, definition: '{}', is_shared: 0 },
      ...{ rank: `a1${index}1`, ...times },
    }))
    return insertAll(tx, 'views', rows)
  })
  const answers = await atOnce(one => console.post('/views', { parent: workspace, name: `View ${one}` }), 10)
  assert.deepEqual(countByStatus(answers), { 201: 5, 400: 5 })
  const rows = await store.read.db.selectFrom('views').select('rank').execute()
  assert.equal(new Set(rows.map(({ rank }) => rank)).size, 100)
})

test('favorites that are set at once have distinct positions, also the same one twice', async () => {
  const all = await instances()
  const console = await signedIn(all, all.ann)
  const tasks = await atOnce(one => all.ann.create('/tasks', { workspace: all.workspace, name: `Task ${one}` }), 5)
  await Promise.all([...tasks, ...tasks].map(task => ok(console.put(`/favorites/${task}`, {}))))
  const rows = await all.store.read.db.selectFrom('favorites').select('rank').execute()
  assert.deepEqual([rows.length, new Set(rows.map(({ rank }) => rank)).size], [5, 5])
})

test('preferences that are changed at once are all kept', async () => {
  const all = await instances()
  const console = await signedIn(all, all.ann)
  await atOnce(one => ok(console.put('/preferences', { sidebar: { [`member_${one}`]: one } })), 10)
  const { sidebar } = (await ok(console.get('/preferences'))).data
  assert.equal(Object.keys(sidebar).length, 10)
})
