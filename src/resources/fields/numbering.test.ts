import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyField, assertBadRequest, entryOf, makeField, removeField } from '../../../test/harness/fields.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { createWorkspace, join } from '../people/rules/join.ts'

const home = await world()
const { ann, ben, workspace } = home
let prefixes = 0

const list = () => makeProject(home, { members: [[ann, 'admin']] })

/** A project with a field that numbers its tasks. */
async function numbered() {
  const prefix = `P${++prefixes}`
  const field = await makeField(home, 'text', { name: `Number ${prefix}`, id_prefix: prefix })
  const project = await list()
  await applyField(ann, project.gid, field)
  return { prefix, field, ...project }
}

const createTask = (...projects: string[]) => ann.create('/tasks', { workspace, name: 'Task', projects })
const idOf = async (task: string, field: string) => entryOf((await ann.get(`/tasks/${task}`)).data, field)?.text_value
const lookUp = (id: string, who = ann) => who.get(`/workspaces/${workspace}/tasks/custom_id/${id}`)

test('each new task of a project gets the next number', async () => {
  const { gid, field, prefix } = await numbered()
  for (const number of [1, 2, 3]) {
    const task = await createTask(gid)
    const entry = entryOf((await ann.get(`/tasks/${task}`)).data, field)
    assert.equal(entry?.text_value, `${prefix}-${number}`)
    assert.equal(entry?.display_value, `${prefix}-${number}`)
    assert.deepEqual([entry?.representation_type, entry?.is_value_read_only], ['custom_id', true])
    assert.equal((await lookUp(`${prefix}-${number}`)).data.gid, task)
  }
})

test('numbers are unique across projects and concurrent requests', async () => {
  const { gid, field, prefix } = await numbered()
  const other = await list()
  await applyField(ann, other.gid, field)
  const tasks = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      createTask(...(at % 3 === 0 ? [gid, other.gid] : [at % 2 ? gid : other.gid])),
    ),
  )
  const ids = await Promise.all(tasks.map(task => idOf(task, field)))
  const numbers = ids.map(id => Number(String(id).slice(prefix.length + 1))).sort((x, y) => x - y)
  assert.deepEqual(
    numbers,
    Array.from({ length: 16 }, (_, at) => at + 1),
  )
})

test('a refused task leaves no gap in the numbers', async () => {
  const { gid, field, prefix } = await numbered()
  assert.equal(await idOf(await createTask(gid), field), `${prefix}-1`)
  const wrong = await ann.post('/tasks', { projects: [gid], custom_fields: { [field]: 'X' } })
  assertBadRequest(wrong, `Custom field with ID ${field} is read-only`)
  assertBadRequest(await ann.post('/tasks', { projects: [gid], custom_fields: { 12: 'X' } }), /is not on given object/)
  assert.equal(await idOf(await createTask(gid), field), `${prefix}-2`)
})

test('the number of a task cannot be written', async () => {
  const { gid, field, prefix } = await numbered()
  const task = await createTask(gid)
  for (const value of ['X', null]) {
    const answer = await ann.put(`/tasks/${task}`, { custom_fields: { [field]: value } })
    assertBadRequest(answer, `Custom field with ID ${field} is read-only`)
  }
  assert.equal(await idOf(task, field), `${prefix}-1`)
})

test('a new field numbers existing tasks in creation order', async () => {
  const project = await list()
  const tasks = [
    await createTask(project.gid),
    await createTask(project.gid),
    await createTask(project.gid),
    await createTask(project.gid),
  ]
  await ann.post(`/sections/${project.sections[0]}/addTask`, { task: tasks[3], insert_after: null })
  await ann.delete(`/tasks/${tasks[1]}`)
  const field = await makeField(home, 'text', { name: 'Late', id_prefix: 'LATE' })
  await applyField(ann, project.gid, field)
  const ids = await Promise.all([0, 2, 3].map(at => idOf(tasks[at] ?? '', field)))
  assert.deepEqual(ids, ['LATE-1', 'LATE-2', 'LATE-3'])
})

test('every operation that adds a task to a project numbers it', async () => {
  const { gid, sections, field, prefix } = await numbered()
  const section = sections[0] ?? ''
  const ways: ((task: string) => Promise<{ status: number }>)[] = [
    task => ann.post(`/tasks/${task}/addProject`, { project: gid }),
    task => ann.post(`/sections/${section}/addTask`, { task }),
  ]
  for (const [at, way] of ways.entries()) {
    const task = await createTask()
    assert.equal((await way(task)).status, 200)
    assert.equal(await idOf(task, field), `${prefix}-${at + 1}`)
    assert.equal((await way(task)).status, 200)
    assert.equal(await idOf(task, field), `${prefix}-${at + 1}`, 'once')
  }
  const task = await ann.create('/tasks', { name: 'Task', memberships: [{ project: gid, section }] })
  assert.equal(await idOf(task, field), `${prefix}-3`)
})

test('subtasks are numbered when they are in the project themselves', async () => {
  const { gid, field, prefix } = await numbered()
  const task = await createTask(gid)
  const below = await ann.create(`/tasks/${task}/subtasks`, { name: 'Below' })
  const moved = await createTask()
  assert.equal((await ann.post(`/tasks/${moved}/setParent`, { parent: task })).status, 200)
  for (const one of [below, moved]) assert.equal(await idOf(one, field), null, 'it has the field, and no number')
  await ann.post(`/tasks/${below}/addProject`, { project: gid })
  assert.equal(await idOf(below, field), `${prefix}-2`)
})

test('a field of My Tasks numbers what is assigned', async () => {
  const field = await makeField(home, 'text', { name: 'Mine', id_prefix: 'MINE' })
  const myTasks = (await ann.get(`/users/me/user_task_list?workspace=${workspace}`)).data.gid
  const applied = await ann.post(`/projects/${myTasks}/addCustomFieldSetting`, { custom_field: field })
  assert.equal(applied.status, 200, `${applied.message}`)
  const task = await createTask()
  await ann.put(`/tasks/${task}`, { assignee: 'me' })
  assert.equal(await idOf(task, field), 'MINE-1')
  assert.equal(await idOf(await ann.create('/tasks', { workspace, assignee: 'me' }), field), 'MINE-2')
})

test('a number stays when the field or the task is removed', async () => {
  const { gid, field, prefix } = await numbered()
  const first = await createTask(gid)
  const second = await createTask(gid)
  await removeField(ann, gid, field)
  const unnumbered = await createTask(gid)
  assert.equal(await idOf(first, field), `${prefix}-1`)
  await ann.delete(`/tasks/${second}`)
  await applyField(ann, gid, field)
  assert.equal(await idOf(first, field), `${prefix}-1`)
  assert.equal(await idOf(unnumbered, field), `${prefix}-3`, 'the number of the deleted task is not given again')
  await ann.post(`/tasks/${first}/removeProject`, { project: gid })
  await ann.post(`/tasks/${first}/addProject`, { project: gid })
  assert.equal(await idOf(first, field), `${prefix}-1`)
})

test('the id of a task that the caller cannot see is not found', async () => {
  const { gid, prefix } = await numbered()
  const task = await createTask(gid)
  const elsewhere = await home.store.write(async tx => {
    const other = await createWorkspace(tx, { name: 'Elsewhere', domains: [], plan: 'enterprise' })
    await join(tx, Number(ann.gid), other, { is_admin: true })
    return other
  })
  const absent = (answer: { status: number; data: Json }) => assert.equal(answer.status, 404)
  assert.equal((await lookUp(`${prefix}-1`)).data.gid, task)
  assert.equal((await lookUp(`${prefix}-1?opt_fields=name`)).data.name, 'Task')
  absent(await lookUp(`${prefix}-2`))
  absent(await lookUp(`${prefix}-01`))
  absent(await lookUp('nothing'))
  absent(await lookUp(`${prefix}-1`, ben))
  absent(await ann.get(`/workspaces/${elsewhere}/tasks/custom_id/${prefix}-1`))
  await ann.delete(`/tasks/${task}`)
  absent(await lookUp(`${prefix}-1`))
})

test('a text value that looks like an id is not an id', async () => {
  const { gid } = await numbered()
  const text = await makeField(home, 'text', { name: 'Plain' })
  await applyField(ann, gid, text)
  await ann.create('/tasks', { projects: [gid], custom_fields: { [text]: 'PLAIN-1' } })
  assert.equal((await lookUp('PLAIN-1')).status, 404)
})

test('a prefix is unique in the workspace, and needs the type text', async () => {
  const { prefix } = await numbered()
  const wish = (more: Json) =>
    ann.post('/custom_fields', { workspace, name: 'Other', resource_subtype: 'text', ...more })
  assertBadRequest(
    await wish({ id_prefix: prefix }),
    `id_prefix: Another custom field of this workspace has the prefix ${prefix}`,
  )
  assertBadRequest(await wish({ id_prefix: 'A B' }), 'id_prefix: May have letters, digits, - and _')
  assertBadRequest(
    await wish({ id_prefix: 'NEW', resource_subtype: 'number', precision: 0 }),
    'id_prefix: Only text fields can number their tasks',
  )
})
