/** Pruning of the log of changes, and its guarantees for sync tokens. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followObject } from '../../test/harness/follower.ts'
import { watchStatements } from '../../test/harness/statements.ts'
import { type World, world } from '../../test/harness/world.ts'
import { pruneChangesJob } from './prune_changes.ts'

const HOUR = 3_600_000
const statements = watchStatements()

async function setUp() {
  const w = await world()
  const project = await w.ann.create('/projects', { workspace: w.workspace, name: 'P' })
  const prune = (hours: number) => pruneChangesJob({ store: w.store, clock: () => w.clock.now }, hours).perform(0)
  return { ...w, project, prune }
}

const gidsIn = async ({ store }: World, table: 'changes' | 'streams') => {
  const { db } = store.read
  if (table === 'changes') return (await db.selectFrom('changes').select('gid').execute()).map(({ gid }) => gid)
  return (await db.selectFrom('streams').select('change').execute()).map(({ change }) => change)
}

test('old changes are pruned from the log and from every stream, and recent ones stay', async () => {
  const w = await setUp()
  const before = await gidsIn(w, 'changes')
  w.clock.now += 3 * HOUR
  await w.ann.create('/tasks', { name: 'A', projects: [w.project] })
  const young = (await gidsIn(w, 'changes')).filter(gid => !before.includes(gid))
  await w.prune(3)
  assert.ok((await gidsIn(w, 'changes')).length > young.length, 'changes are retained for an extra hour')
  await w.prune(1)
  assert.deepEqual(await gidsIn(w, 'changes'), young)
  assert.deepEqual(new Set(await gidsIn(w, 'streams')), new Set(young))
})

test('all old changes are pruned, also when they need several transactions', async () => {
  const w = await setUp()
  for (let count = 0; count < 350; count++) await w.ann.create('/tasks', { name: 'A', projects: [w.project] })
  w.clock.now += 30 * HOUR
  assert.ok((await gidsIn(w, 'changes')).length > 1000)
  statements.take()
  await w.prune(24)
  const ran = statements.take()
  assert.deepEqual([await gidsIn(w, 'changes'), await gidsIn(w, 'streams')], [[], []])
  assert.equal(ran.filter(text => text.startsWith('delete')).length, 4, 'two transactions with two statements each')
})

test('gids of changes are not reused after everything was pruned', async () => {
  const w = await setUp()
  w.clock.step = 0
  const { poll } = await followObject(w.ann, w.project)
  const last = (await gidsIn(w, 'changes')).at(-1) ?? 0
  w.clock.now += 24 * HOUR
  await w.prune(1)
  assert.deepEqual(await gidsIn(w, 'changes'), [])
  await w.ann.create('/tasks', { name: 'A', projects: [w.project] })
  const [first = 0] = await gidsIn(w, 'changes')
  assert.ok(first > last)
  assert.equal((await poll()).length, 3)
  const fresh = await followObject(w.ann, w.project)
  assert.deepEqual(await fresh.poll(), [])
})

test('a change from a fast clock delays the pruning of later ones', async () => {
  const w = await setUp()
  w.clock.now += 100 * HOUR
  await w.ann.put(`/projects/${w.project}`, { name: 'Q' })
  w.clock.now -= 98 * HOUR
  await w.ann.put(`/projects/${w.project}`, { name: 'R' })
  w.clock.now += 20 * HOUR
  await w.prune(1)
  assert.equal((await gidsIn(w, 'changes')).length, 2)
})
