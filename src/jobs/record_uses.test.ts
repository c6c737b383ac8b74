/** The job that records uses: what it counts, how much each use weighs, and how many it keeps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../test/harness/sample.ts'
import { type World, world } from '../../test/harness/world.ts'
import { MAX_USES, recordUses, weightOf } from './record_uses.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.UTC(2026, 0, 5)

/** The objects that a person uses, by type. */
async function usesOf({ store }: Pick<World, 'store'>, { gid }: { gid: string }): Promise<string[]> {
  const rows = await store.read.db.selectFrom('uses').selectAll().where('user', '=', Number(gid)).execute()
  return rows.map(({ resource_type, resource }) => `${resource_type} ${resource}`).sort()
}

test('two uses count as one that is a half-life later, and old uses add little', () => {
  assert.equal(weightOf([NOW]), NOW)
  assert.equal(weightOf([NOW, NOW]), NOW + 14 * DAY_MS)
  assert.equal(weightOf([weightOf([NOW, NOW]), NOW + 14 * DAY_MS]), weightOf([NOW, NOW, NOW + 14 * DAY_MS]))
  assert.ok(weightOf([NOW, NOW - 140 * DAY_MS]) - NOW < DAY_MS / 10)
  assert.ok(Number.isSafeInteger(weightOf(Array(1000).fill(NOW))))
})

test('a change uses its object, the projects and the assignee of its task, and what it names', async () => {
  const home = await world()
  const { ann, ben, workspace, jobs } = home
  const project = await ann.create('/projects', { workspace, name: 'P', privacy_setting: 'public_to_workspace' })
  const tag = await ann.create('/tags', { workspace, name: 'T' })
  await jobs.tick()
  const task = await ben.create('/tasks', { projects: [project], name: 'Task', assignee: ann.gid })
  await ok(ben.post(`/tasks/${task}/addTag`, { tag }))
  await ben.get(`/tags/${tag}`)
  assert.deepEqual(await usesOf(home, ben), [])
  await jobs.tick()
  assert.deepEqual(
    await usesOf(home, ben),
    [`project ${project}`, `tag ${tag}`, `task ${task}`, `user ${ann.gid}`].sort(),
  )
})

test('each change counts once, also when several workers count at the same time', async () => {
  const home = await world()
  const { ann, workspace, store, clock } = home
  const tag = await ann.create('/tags', { workspace, name: 'T' })
  const [one, other] = [recordUses({ store }), recordUses({ store })]
  await Promise.all([one.perform(0), other.perform(0)])
  await one.perform(0)
  const rows = await store.read.db.selectFrom('uses').selectAll().where('resource', '=', Number(tag)).execute()
  assert.equal(rows.length, 1)
  assert.ok((rows[0]?.weight ?? 0) <= clock.now, 'a second count would add a half-life')
  assert.equal(await one.isWoken?.(store.read), false)
})

test('a person keeps a limited number of uses of each type, the weightiest ones', async () => {
  const home = await world()
  const { ann, workspace, jobs, clock } = home
  const first = await ann.create('/tags', { workspace, name: 'First' })
  for (let count = 0; count < MAX_USES; count++) {
    clock.now += 1000
    await ann.create('/tags', { workspace, name: `${count}` })
  }
  await jobs.tick()
  const uses = (await usesOf(home, ann)).filter(use => use.startsWith('tag'))
  assert.deepEqual([uses.length, uses.includes(`tag ${first}`)], [MAX_USES, false])
})
