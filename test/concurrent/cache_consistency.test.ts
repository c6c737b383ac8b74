/**
 * Responses of instances during concurrent writes: they contain nothing that the reader could never see, and nothing
 * outdated.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { RIGHTS } from '../../src/store/cache/memory_cache.ts'
import { update } from '../../src/store/change.ts'
import type { Reader } from '../../src/store/db.ts'
import { times } from '../harness/engine.ts'
import { sharedProject } from '../harness/instances.ts'
import { makeProject } from '../harness/work.ts'
import { type Json, type Person, world } from '../harness/world.ts'

/** The number of repetitions. A soak test repeats more often. */
const ROUNDS = Number(process.env.WORKLOOM_SOAK_ROUNDS ?? times(60))

/** Reads in a loop until stopped. Returns every response. */
function reading(who: Person, path: string) {
  const read: string[] = []
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      const { status, data } = await who.get(path)
      // In process, a cached response arrives without a turn of the event loop.
      await turn()
      read.push(status === 200 ? JSON.stringify(data) : String(status))
    }
  }
  const loops = [loop(), loop()]
  return {
    async end() {
      isOver = true
      await Promise.all(loops)
      return read
    },
  }
}

test('a reader gets nothing that was written while they had no access', async () => {
  const { ann, ben, project, task, share, unshare } = await sharedProject()
  await share()
  const full = reading(ben, `/tasks/${task}`)
  const listed = reading(ben, `/projects/${project.gid}/tasks?opt_fields=name,projects.name`)
  for (let round = 0; round < ROUNDS; round++) {
    await unshare()
    await ann.put(`/tasks/${task}`, { name: `secret ${round}` })
    await ann.put(`/projects/${project.gid}`, { name: `secret ${round}` })
    await ann.put(`/tasks/${task}`, { name: `open ${round}` })
    await ann.put(`/projects/${project.gid}`, { name: `open ${round}` })
    await share()
  }
  for (const read of [await full.end(), await listed.end()]) {
    assert.equal(
      read.find(text => text.includes('secret')),
      undefined,
    )
    assert.ok(read.some(text => text.includes('open')))
  }
})

test('an acknowledged write is read at every instance, and never the state before it', async () => {
  const { ann, ben, project, task, share } = await sharedProject()
  await share()
  const path = `/tasks/${task}?opt_fields=name,projects.name,memberships.project.name`
  for (let round = 0; round < ROUNDS; round++) {
    // They are read often enough to be cached.
    for (let time = 0; time < 3; time++) await ben.get(path)
    await ann.put(`/projects/${project.gid}`, { name: `P${round}` })
    await ann.put(`/tasks/${task}`, { name: `T${round}` })
    for (const { data } of await Promise.all([ben.get(path), ben.get(path)])) {
      assert.deepEqual(
        [data.name, data.projects[0].name, data.memberships[0].project.name],
        [`T${round}`, `P${round}`, `P${round}`],
      )
    }
  }
})

test('a write that is rolled back changes no response', async () => {
  const { ben, stores, task, share } = await sharedProject()
  await share()
  for (let time = 0; time < 3; time++) await ben.get(`/tasks/${task}`)
  for (const store of stores) {
    const failing = store.write(async tx => {
      await update(tx, 'tasks', { gid: Number(task) }, { name: 'undone' })
      throw new Error('on purpose')
    })
    await assert.rejects(failing, /on purpose/)
    assert.equal((await ben.get(`/tasks/${task}`)).data.name, 'open')
  }
})

test('a list whose access changes at each attempt is answered from one snapshot', async () => {
  const home = await world({ verifiesCache: false })
  const { ann, store } = home
  const project = await makeProject(home, { name: 'Plan', members: [[ann, 'admin']] })
  const gids = [await ann.create('/tasks', { name: 'A', projects: [project.gid] })]
  const { cache } = store.read
  const [{ isUnchanged }, { snapshot }] = [cache, store]
  let snapshots = 0
  Object.assign(cache, { isUnchanged: (on: number[], since: number) => !on.includes(RIGHTS) && isUnchanged(on, since) })
  Object.assign(store, {
    snapshot(work: (reader: Reader) => Promise<unknown>) {
      snapshots++
      return snapshot(work)
    },
  })
  const { status, data } = await ann.get(
    `/projects/${project.gid}/tasks?opt_fields=name,projects.name,memberships.section.name`,
  )
  assert.deepEqual([status, data.map(({ gid }: Json) => gid), data[0].projects[0].name], [200, gids, 'Plan'])
  assert.equal(snapshots, 1)
})
