import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gidsOf, makeProject, type Project } from '../../../test/harness/work.ts'
import { type Answer, type Json, type Person, world } from '../../../test/harness/world.ts'

const refused = (answer: Answer, message: string, status = 400) =>
  assert.deepEqual([answer.status, answer.message], [status, message])

/** A world with a project of two sections, and tasks `a b c` in its first one. */
async function start() {
  const home = await world()
  const { ann, workspace } = home
  const project = await makeProject(home, { sections: ['one', 'two'], members: [[ann, 'editor']] })
  const [one = '', two = ''] = project.sections
  const gids: string[] = []
  for (const name of ['c', 'b', 'a']) gids.unshift(await ann.create('/tasks', { projects: [project.gid], name }))
  const [a = '', b = '', c = ''] = gids
  const add = (task: string, more: Json = {}) =>
    ann.post(`/tasks/${task}/addProject`, { project: project.gid, ...more })
  const made = (more: Json = {}) => ann.create('/tasks', { workspace, ...more })
  return { ...home, project, one, two, a, b, c, add, made }
}

const order = async (person: Person, { sections }: Project) => {
  const found: string[][] = []
  for (const section of sections) found.push(await gidsOf(person, `/sections/${section}/tasks`))
  return found
}

test('a task is added at the end of a project unless a position is given', async () => {
  const { ann, project, a, b, c, add, made } = await start()
  const [end, first, before, after] = [await made(), await made(), await made(), await made()]
  assert.deepEqual((await add(end)).body, { data: {} })
  assert.deepEqual(await order(ann, project), [[a, b, c, end], []])
  await add(first, { insert_after: null })
  await add(before, { insert_before: b })
  await add(after, { insert_after: b })
  assert.deepEqual(await order(ann, project), [[first, a, before, b, after, c, end], []])
  await add(first, { insert_before: null })
  assert.deepEqual(await order(ann, project), [[a, before, b, after, c, end, first], []])
})

test('adding a task again moves it only if a position or section is given', async () => {
  const { ann, project, two, a, b, c, add } = await start()
  await add(a)
  assert.deepEqual(await order(ann, project), [[a, b, c], []])
  await add(a, { insert_before: a })
  await add(a, { insert_after: a })
  assert.deepEqual(await order(ann, project), [[a, b, c], []])
  await add(b, { section: two })
  await add(c, { section: two, insert_after: null })
  assert.deepEqual(await order(ann, project), [[a], [c, b]])
  await add(a, { insert_after: c })
  assert.deepEqual(await order(ann, project), [[], [c, a, b]], 'a position next to another task is in its section')
  const { memberships } = (await ann.get(`/tasks/${a}`)).data
  assert.deepEqual(
    memberships.map(({ section }: Json) => section.name),
    ['two'],
  )
})

test('a move between lists does not modify a task', async () => {
  const { ann, two, a, add } = await start()
  const before = (await ann.get(`/tasks/${a}`)).data.modified_at
  await add(a, { section: two })
  assert.equal((await ann.get(`/tasks/${a}`)).data.modified_at, before)
})

test('an invalid position is refused, and nothing moves', async () => {
  const home = await start()
  const { ann, project, one, two, a, b, c, add, made } = home
  const other = await makeProject(home, { members: [[ann, 'editor']] })
  const away = await made({ projects: [other.gid] })
  const both = 'You may only provide one of insert_before or insert_after!'
  refused(await add(a, { insert_before: b, insert_after: c }), both)
  refused(await add(a, { insert_before: null, insert_after: null }), both)
  refused(await add(a, { insert_before: away }), `insert_before: Unknown object: ${away}`)
  refused(await add(a, { insert_after: b, section: two }), `insert_after: Unknown object: ${b}`)
  refused(await add(a, { insert_after: '7' }), 'insert_after: Not a recognized ID: 7')
  refused(await add(a, { section: other.sections[0] }), `section: Unknown object: ${other.sections[0]}`)
  refused(await ann.post(`/tasks/${a}/addProject`, {}), 'project: Missing input')
  await ann.delete(`/tasks/${c}`)
  refused(await add(a, { insert_after: c }), `insert_after: Unknown object: ${c}`)
  const wrong = { memberships: [{ project: project.gid, section: other.sections[0] }] }
  refused(await ann.post('/tasks', wrong), `memberships: [0]: section: Unknown object: ${other.sections[0]}`)
  refused(
    await ann.post('/tasks', { memberships: [{ section: one }] }),
    'memberships: [0]: project: Missing required field',
  )
  assert.deepEqual(await order(ann, project), [[a, b], []])
})

test('a task is added at the top of a section, and removed from the other sections', async () => {
  const { ann, project, one, two, a, b, c, made } = await start()
  const put = (section: string, task: string, more: Json = {}) =>
    ann.post(`/sections/${section}/addTask`, { task, ...more })
  assert.deepEqual((await put(two, a)).body, { data: {} })
  await put(two, b)
  assert.deepEqual(await order(ann, project), [[c], [b, a]])
  await put(two, c, { insert_after: b })
  await put(two, b, { insert_before: null })
  assert.deepEqual(await order(ann, project), [[], [c, a, b]])
  const fresh = await made()
  await put(one, fresh)
  await put(one, a, { insert_before: fresh })
  assert.deepEqual(await order(ann, project), [
    [a, fresh],
    [c, b],
  ])
  refused(await put(one, a, { insert_before: c }), `insert_before: Unknown object: ${c}`)
  refused(await put(one, '7'), 'task: Not a recognized ID: 7')
  refused(await put('7', a), 'section: Not a recognized ID: 7', 404)
})

test('a task is removed from a project, and a second removal succeeds', async () => {
  const { ann, project, a, b, c } = await start()
  for (let count = 0; count < 2; count++) {
    const answer = await ann.post(`/tasks/${a}/removeProject`, { project: project.gid })
    assert.deepEqual(answer.body, { data: {} })
  }
  assert.deepEqual(await order(ann, project), [[b, c], []])
  assert.deepEqual((await ann.get(`/tasks/${a}`)).data.projects, [])
})

test('a task can be in at most 20 projects', async () => {
  const home = await start()
  const { ann, a, made } = home
  const projects: string[] = []
  for (let index = 0; index < 21; index++) projects.push((await makeProject(home, { members: [[ann, 'editor']] })).gid)
  const text = 'A task can be in at most 20 projects'
  refused(await ann.post('/tasks', { projects }), text)
  const full = await made({ projects: projects.slice(0, 20) })
  assert.equal((await ann.get(`/tasks/${full}`)).data.projects.length, 20)
  refused(await ann.post(`/tasks/${full}/addProject`, { project: projects[20] }), text)
  const again = await ann.post(`/tasks/${full}/addProject`, { project: projects[0], insert_after: null })
  assert.equal(again.status, 200)
  for (const project of projects.slice(0, 19)) await ann.post(`/tasks/${a}/addProject`, { project })
  refused(await ann.post(`/tasks/${a}/addProject`, { project: projects[20] }), text)
})

test('projects and memberships of a new task are merged', async () => {
  const home = await start()
  const { ann, project, two } = home
  const other = await makeProject(home, { name: 'Other', members: [[ann, 'editor']] })
  const given = { projects: [project.gid, other.gid], memberships: [{ project: project.gid, section: two }] }
  const { data } = await ann.post('/tasks', given)
  const found = data.memberships.map(({ project: in_, section }: Json) => [in_.gid, section.name])
  assert.deepEqual(found, [
    [project.gid, 'two'],
    [other.gid, 'Untitled section'],
  ])
  assert.equal((await ann.post('/tasks', { projects: `${project.gid}, ${other.gid}` })).data.projects.length, 2)
})

test('tasks stay in the requested order after many random moves', async () => {
  const { ann, one, a, b, c } = await start()
  const expected = [a, b, c]
  for (let step = 0; step < 60; step++) {
    const [task, anchor] = [expected[(step * 7) % 3], expected[(step * 5 + 1) % 3]]
    if (task === undefined || anchor === undefined || task === anchor) continue
    const before = step % 2 === 0
    await ann.post(`/sections/${one}/addTask`, { task, [before ? 'insert_before' : 'insert_after']: anchor })
    expected.splice(expected.indexOf(task), 1)
    expected.splice(expected.indexOf(anchor) + (before ? 0 : 1), 0, task)
    assert.deepEqual(await gidsOf(ann, `/sections/${one}/tasks`), expected)
  }
})

test('My Tasks has the tasks of its owner, and only the owner can order them', async () => {
  const { ann, ben, store, made, workspace } = await start()
  const [first, second] = [await made({ assignee: 'me' }), await made({ assignee: 'me', followers: [ben.gid] })]
  const rows = store.read.db.selectFrom('user_task_lists').select('gid').where('owner', '=', Number(ann.gid))
  const list = String((await rows.executeTakeFirstOrThrow()).gid)
  const insert = (person: Person, task: string, more: Json) =>
    person.post(`/user_task_lists/${list}/tasks/insert`, { task, ...more })
  assert.deepEqual(await gidsOf(ann, `/user_task_lists/${list}/tasks`), [second, first])
  assert.deepEqual((await insert(ann, first, { insert_before: second })).body, { data: {} })
  assert.deepEqual(await gidsOf(ann, `/user_task_lists/${list}/tasks`), [first, second])
  refused(await insert(ben, second, {}), 'You do not have access to this user_task_list.', 403)
  const foreign = await ben.create('/tasks', { workspace, assignee: 'me', followers: [ann.gid] })
  const text = 'task: Only tasks assigned to its owner are in My Tasks'
  refused(await insert(ann, foreign, {}), text)
  const section = (await ann.get(`/tasks/${first}`)).data.assignee_section.gid
  refused(await ann.post(`/sections/${section}/addTask`, { task: foreign }), text)
  assert.equal((await ann.put(`/tasks/${foreign}`, { assignee: 'me' })).status, 200)
  assert.deepEqual(await gidsOf(ann, `/sections/${section}/tasks`), [foreign, first, second])
})
