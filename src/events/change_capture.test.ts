/** The changes that each kind of write records, and their streams. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type World, world } from '../../test/harness/world.ts'

interface RecordedChange {
  text: string
  streams: string[]
  user: string
}

/** Returns the changes since the last call, each as `type action field changeAction value < parent`. */
function changeReader({ store }: World) {
  let seen = 0
  return async (): Promise<RecordedChange[]> => {
    const rows = await store.read.db.selectFrom('changes').selectAll().where('gid', '>', seen).orderBy('gid').execute()
    seen = rows.at(-1)?.gid ?? seen
    return rows.map(row => {
      const field = row.field ? ` ${row.change_action === 'changed' ? '' : `${row.change_action} `}${row.field}` : ''
      const value = row.value_type ? ` ${row.value_type}` : ''
      const parent = row.parent_type ? ` < ${row.parent_type}` : ''
      const text = `${row.resource_type} ${row.action}${field}${value}${parent}`
      return { text, streams: (JSON.parse(row.streams) as number[]).map(String), user: String(row.user) }
    })
  }
}

const texts = (lines: RecordedChange[]) => lines.map(line => line.text)

async function project(w: World) {
  const gid = await w.ann.create('/projects', {
    name: 'P',
    workspace: w.workspace,
    privacy_setting: 'private',
    team: undefined,
  })
  return gid
}

test('a new task in a project is added to the project and to its section', async () => {
  const w = await world()
  const newChanges = changeReader(w)
  const gid = await project(w)
  await newChanges()
  const task = await w.ann.create('/tasks', { name: 'A', projects: [gid] })
  const lines = await newChanges()
  assert.deepEqual(texts(lines), ['task added < project', 'task added < section', 'story added < task'])
  assert.ok(lines[0]?.streams.includes(gid) && lines[0].streams.includes(task))
  assert.equal(lines[0]?.user, w.ann.gid)
  assert.equal(lines[2]?.user, 'null', 'a system story has no actor')
})

test('a section of My Tasks is added to a list of My Tasks', async () => {
  const w = await world()
  const mine = (await w.ann.get(`/users/me/user_task_list?workspace=${w.workspace}`)).data.gid
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.create(`/projects/${mine}/sections`, { name: 'A' })
  await w.ann.create(`/projects/${await project(w)}/sections`, { name: 'A' })
  const lines = texts(await newChanges()).filter(line => line.startsWith('section'))
  assert.equal(lines[0], 'section added < user_task_list')
  assert.equal(lines.at(-1), 'section added < project')
})

test('a write that changes nothing records no change', async () => {
  const w = await world()
  const task = await w.ann.create('/tasks', { name: 'A', workspace: w.workspace })
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.put(`/tasks/${task}`, { name: 'A' })
  assert.deepEqual(await newChanges(), [])
})

test('a refused write records no change', async () => {
  const w = await world()
  const task = await w.ann.create('/tasks', { name: 'A', workspace: w.workspace })
  const newChanges = changeReader(w)
  await newChanges()
  assert.equal((await w.ann.put(`/tasks/${task}`, { name: 'B', assignee: '1' })).status, 400)
  assert.deepEqual(await newChanges(), [])
})

test('each changed field makes one change, with the person who was added or removed', async () => {
  const w = await world()
  const gid = await project(w)
  const task = await w.ann.create('/tasks', { name: 'A', projects: [gid] })
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.put(`/tasks/${task}`, { name: 'B', html_notes: '<body>x</body>', completed: true })
  assert.deepEqual(texts(await newChanges()), [
    'task changed name',
    'task changed completed',
    'task changed notes',
    'task changed completed_at',
    ...['story added < task', 'story added < task', 'story added < task'],
  ])
  await w.ann.put(`/tasks/${task}`, { assignee: w.ben.gid })
  const assigned = await newChanges()
  assert.ok(texts(assigned).includes('task changed assignee user'))
  assert.ok(texts(assigned).includes('task changed added followers user'))
  assert.ok(texts(assigned).includes('task added < user_task_list'))
})

test('a change of a subtask is in the streams of its parent and of the project of the parent', async () => {
  const w = await world()
  const gid = await project(w)
  const task = await w.ann.create('/tasks', { name: 'A', projects: [gid] })
  const sub = await w.ann.create(`/tasks/${task}/subtasks`, { name: 'S' })
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.post(`/tasks/${sub}/stories`, { text: 'hello' })
  const [comment] = await newChanges()
  assert.deepEqual([comment?.text, comment?.user], ['story added < task', w.ann.gid])
  for (const stream of [sub, task, gid]) assert.ok(comment?.streams.includes(stream))
})

test('removing a task from a project is in the stream of that project', async () => {
  const w = await world()
  const gid = await project(w)
  const task = await w.ann.create('/tasks', { name: 'A', projects: [gid] })
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.post(`/tasks/${task}/removeProject`, { project: gid })
  const lines = await newChanges()
  assert.deepEqual(texts(lines), ['task removed < project', 'task removed < section', 'story added < task'])
  assert.ok(lines.slice(0, 2).every(line => line.streams.includes(gid)))
})

test('moving a task to another section removes it from one and adds it to the other', async () => {
  const w = await world()
  const gid = await project(w)
  const task = await w.ann.create('/tasks', { name: 'A', projects: [gid] })
  const section = await w.ann.create(`/projects/${gid}/sections`, { name: 'Doing' })
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.post(`/sections/${section}/addTask`, { task })
  assert.deepEqual(texts(await newChanges()), ['task removed < section', 'task added < section', 'story added < task'])
})

test('moving a task within its section records a change that is in no stream', async () => {
  const w = await world()
  const gid = await project(w)
  const [task, other] = [
    await w.ann.create('/tasks', { name: 'A', projects: [gid] }),
    await w.ann.create('/tasks', { name: 'B', projects: [gid] }),
  ]
  const newChanges = changeReader(w)
  await newChanges()
  const moved = await w.ann.post(`/tasks/${task}/addProject`, { project: gid, insert_before: other })
  assert.equal(moved.status, 200)
  const changes = await newChanges()
  assert.deepEqual(
    changes.map(({ text, streams }) => [text, streams]),
    [['task order < section', []]],
  )
})

test('moving a task in My Tasks is in the stream of that list alone', async () => {
  const w = await world()
  const gid = await project(w)
  const task = await w.ann.create('/tasks', { name: 'A', projects: [gid], assignee: 'me' })
  const mine = (await w.ann.get(`/users/me/user_task_list?workspace=${w.workspace}`)).data.gid
  const { data: sections } = await w.ann.get(`/projects/${mine}/sections`)
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.post(`/sections/${sections[1].gid}/addTask`, { task })
  assert.deepEqual(
    (await newChanges()).map(line => [line.text, line.streams]),
    [
      ['task removed < section', [mine, sections[0].gid]],
      ['task added < section', [mine, sections[1].gid]],
    ],
  )
})

test('deleting an object records a change for it and for each object deleted with it', async () => {
  const w = await world()
  const gid = await project(w)
  await w.ann.create('/tasks', { name: 'A', projects: [gid] })
  const newChanges = changeReader(w)
  await newChanges()
  await w.ann.delete(`/projects/${gid}`)
  const lines = await newChanges()
  assert.deepEqual(texts(lines).sort(), ['project deleted', 'task deleted'])
  assert.ok(lines.every(line => line.streams.includes(gid)))
})

test('members that are added or removed are in the streams of the workspace and the team', async () => {
  const w = await world()
  const newChanges = changeReader(w)
  const team = await w.ann.create('/teams', { name: 'T', organization: w.workspace })
  await newChanges()
  await w.ann.post(`/teams/${team}/addUser`, { user: w.ben.gid })
  assert.deepEqual(texts(await newChanges()), ['team_membership added < team'])
  await w.ann.post(`/workspaces/${w.workspace}/removeUser`, { user: w.ben.gid })
  const left = await newChanges()
  assert.ok(texts(left).includes('team_membership removed < team'))
  assert.ok(texts(left).includes('workspace_membership removed < workspace'))
  assert.ok(left.every(line => line.streams.includes(w.workspace)))
})

test('the streams table has one row for each stream of each change', async () => {
  const w = await world()
  const gid = await project(w)
  await w.ann.create('/tasks', { name: 'A', projects: [gid] })
  const { db } = w.store.read
  const changes = await db.selectFrom('changes').selectAll().execute()
  const streams = await db.selectFrom('streams').selectAll().execute()
  const wanted = changes.flatMap(row => (JSON.parse(row.streams) as number[]).map(one => `${one} ${row.gid}`))
  assert.deepEqual(streams.map(row => `${row.resource} ${row.change}`).sort(), wanted.sort())
})
