/** Instances whose cache sync fails or is overdue show nothing outdated, and nothing that the reader may not see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteWhere, update } from '../../src/store/change.ts'
import type { Store, Writer } from '../../src/store/db.ts'
import { isPostgres } from '../harness/engine.ts'
import { sharedProject, whileBlockedBy } from '../harness/instances.ts'
import { makeProject } from '../harness/work.ts'

const skip = !isPostgres && 'one process needs no cache sync'

/** Two instances; Ben is a member of a project with a task. */
async function start() {
  const all = await sharedProject()
  const { ben, project, task, share } = all
  await share()
  const both = async (path: string) => {
    const answers = await Promise.all([ben.get(path), ben.get(path)])
    return answers.map(({ status, data }) => (status === 200 ? (data.name ?? data[0].name) : status))
  }
  const paths = [`/tasks/${task}`, `/projects/${project.gid}/tasks?opt_fields=name`]
  /** What both instances show Ben: the task, and the list that contains it. */
  const shown = async () => (await Promise.all(paths.map(both))).flat()
  /** Reads as often as both instances need to cache the objects. */
  const warmUp = async () => {
    for (let time = 0; time < 3; time++) await shown()
  }
  return { ...all, project: Number(project.gid), task: Number(task), shown, warmUp, paths }
}

/** The connections of cache sync. */
const SYNC_CONNECTIONS = `from pg_stat_activity where datname = current_database() and application_name = 'workloom cache sync'`

const query = <T>(store: Store, text: string) => store.write(tx => tx.connection.all(text, [])) as Promise<T[]>

const revoke = async (tx: Writer, { project, task, ben }: { project: number; task: number; ben: { gid: string } }) => {
  await deleteWhere(tx, 'project_memberships', { project, member: Number(ben.gid) })
  await update(tx, 'tasks', { gid: task }, { name: 'secret' })
}

test('an instance whose cache sync connection is lost shows nothing outdated', { skip }, async () => {
  const { ann, store, task, share, unshare, shown, warmUp } = await start()
  const connections = await query<{ pid: number }>(store, `select pid ${SYNC_CONNECTIONS}`)
  assert.equal(connections.length, 2)
  for (const { pid } of connections) {
    await warmUp()
    await query(store, `select pg_terminate_backend(${pid})`)
    await unshare()
    assert.deepEqual(await shown(), Array(4).fill(404))
    await ann.put(`/tasks/${task}`, { name: `after ${pid}` })
    await share()
    assert.deepEqual(await shown(), Array(4).fill(`after ${pid}`))
  }
})

test('an instance whose last cache sync is older than the retention of commits clears its cache', {
  skip,
}, async () => {
  const all = await start()
  const { stores, store, shown, warmUp } = all
  await warmUp()
  assert.deepEqual(await shown(), Array(4).fill('open'))
  for (const [instance, name] of [
    [0, 'one'],
    [1, 'other'],
  ] as const) {
    await stores[instance]?.write(tx => update(tx, 'tasks', { gid: all.task }, { name }))
    // Equal to the retention job, regardless of the age of the commits.
    await query(
      store,
      `with deleted as (delete from commits returning xid)
      insert into commits (xid, invalidations) select xid, '*' from deleted order by xid desc limit 1`,
    )
    assert.deepEqual(await shown(), Array(4).fill(name))
    await warmUp()
  }
  await store.write(tx => revoke(tx, all))
  await query(store, `update commits set invalidations = '*'`)
  assert.deepEqual(await shown(), Array(4).fill(404))
})

for (const has of ['with', 'without'] as const) {
  test(`a reader gets nothing that was written after their access ended, ${has} cache sync`, { skip }, async () => {
    const all = await start()
    const { ben, store, paths, warmUp } = all
    await warmUp()
    const inIt = async (tx: Writer) => {
      // The access check of the readers has passed, and they wait for the tasks table.
      await tx.connection.all('lock table tasks in access exclusive mode', [])
      await revoke(tx, all)
      if (has === 'without') await tx.connection.all(`select pg_terminate_backend(pid) ${SYNC_CONNECTIONS}`, [])
    }
    const [list] = paths.slice(1)
    const read = () => ben.get(list ?? '')
    for (const { status, body } of await whileBlockedBy(store, inIt, read, read)) {
      assert.ok(status === 404 || status === 503, `${status} ${JSON.stringify(body)}`)
    }
  })
}

test('the response to a write shows nothing that was written after the access of its caller ended', {
  skip,
}, async () => {
  const all = await start()
  const { ben, store, task, warmUp } = all
  await warmUp()
  const write = () => ben.put(`/tasks/${task}`, { notes: 'mine' })
  for (const { status, body } of await whileBlockedBy(store, tx => revoke(tx, all), write)) {
    assert.ok(status === 404 && !JSON.stringify(body).includes('secret'), `${status} ${JSON.stringify(body)}`)
  }
})

test('writes that end access at the same time all succeed', { skip }, async () => {
  const all = await start()
  const { ann, ben } = all
  const projects = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      makeProject(all, {
        name: `Plan ${n}`,
        members: [
          [ann, 'admin'],
          [ben, 'editor'],
        ],
      }),
    ),
  )
  const remove = ({ gid }: { gid: string }) => ann.post(`/projects/${gid}/removeMembers`, { members: [ben.gid] })
  const answers = await Promise.all(projects.map(remove))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
})
