import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { type Person, type World, world } from '../../../test/harness/world.ts'
import { ranksBetween } from '../../lib/rank.ts'
import { insert } from '../../store/change.ts'

const refuses = async (person: Person, path: string, status: number, message: string) => {
  const answer = await person.get(path)
  assert.deepEqual([answer.status, answer.message], [status, message], path)
}

/** Tasks of one project, created in this order. */
async function made(person: Person, project: string, names: string[], section?: string): Promise<string[]> {
  const gids: string[] = []
  for (const name of names) {
    const position = section ? { memberships: [{ project, section }] } : { projects: [project] }
    gids.push(await person.create('/tasks', { name, ...position }))
  }
  return gids
}

test('the tasks of a project are listed section by section, the newest first', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { sections: ['one', 'two', 'three'], members: [[ann, 'editor']] })
  const third = await made(ann, gid, ['a', 'b'], sections[2])
  const first = await made(ann, gid, ['c', 'd'])
  const second = await made(ann, gid, ['e'], sections[1])
  const whole = [...first.reverse(), ...second, ...third.reverse()]
  for (const path of [`/projects/${gid}/tasks`, `/tasks?project=${gid}`]) {
    assert.deepEqual(await gidsOf(ann, path), whole)
    for (const limit of [1, 2, 3, 5, 100]) {
      const mark = path.includes('?') ? '&' : '?'
      assert.deepEqual(await allPages(ann, `${path}${mark}limit=${limit}`), whole)
    }
  }
  assert.deepEqual(await gidsOf(ann, `/sections/${sections[2]}/tasks`), third)
  assert.deepEqual(await allPages(ann, `/tasks?section=${sections[2]}&limit=1`), third)
  const compact = (await ann.get(`/sections/${sections[1]}/tasks`)).data
  assert.deepEqual(compact, [{ gid: second[0], resource_type: 'task', name: 'e', resource_subtype: 'default_task' }])
})

test('pages of tasks are complete during concurrent inserts, moves and deletes', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { sections: ['one', 'two'], members: [[ann, 'editor']] })
  const stay = [
    ...(await made(ann, gid, ['a', 'b', 'c', 'd'])),
    ...(await made(ann, gid, ['e', 'f', 'g'], sections[1])),
  ]
  const restless = await made(ann, gid, ['x', 'y'])
  const seen = await allPages(ann, `/tasks?project=${gid}&limit=2`, async page => {
    await ann.create('/tasks', { projects: [gid], name: `top ${page}` })
    await ann.post(`/sections/${sections[page % 2]}/addTask`, { task: restless[0], insert_before: null })
    if (page === 2) await ann.delete(`/tasks/${restless[1]}`)
  })
  for (const task of stay) assert.equal(seen.filter(one => one === task).length, 1)
})

test('tasks that are created concurrently all have distinct ranks', async () => {
  const home = await world()
  const { ann } = home
  const { gid } = await makeProject(home, { members: [[ann, 'editor']] })
  const wishes = Array.from({ length: 20 }, (_, index) => ({
    projects: [gid],
    name: `${index}`,
    completed: index === 7 ? 'x' : false,
  }))
  const answers = await Promise.all(wishes.map(wish => ann.post('/tasks', wish)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    wishes.map(({ completed }) => (completed === 'x' ? 400 : 201)),
  )
  const made = answers.filter(({ status }) => status === 201).map(({ data }) => data.gid)
  assert.deepEqual((await allPages(ann, `/projects/${gid}/tasks?limit=3`)).toSorted(), made.toSorted())
})

test('the next page continues after its last row when that row was moved or deleted', async () => {
  const home = await world()
  const { ann } = home
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  const [d, c, b, a] = await made(ann, project.gid, ['d', 'c', 'b', 'a'])
  const { body } = await ann.get(`/tasks?project=${project.gid}&limit=2`)
  await ann.delete(`/tasks/${b}`)
  assert.deepEqual(await gidsOf(ann, body.next_page.path), [c, d])
  await ann.post(`/tasks/${a}/addProject`, { project: project.gid, insert_before: null })
  assert.deepEqual(await gidsOf(ann, body.next_page.path), [c, d])
  assert.deepEqual(await gidsOf(ann, `/tasks?project=${project.gid}`), [c, d, a])
})

test('completed_since selects incomplete tasks and those completed since then', async () => {
  const home = await world()
  const { ann, clock } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'editor']] })
  const [open, early, late] = await made(ann, gid, ['open', 'early', 'late'])
  await ann.put(`/tasks/${early}`, { completed: true })
  clock.now = Date.UTC(2026, 0, 7)
  await ann.put(`/tasks/${late}`, { completed: true, assignee: 'me' })
  const paths = [`/projects/${gid}/tasks?`, `/sections/${sections[0]}/tasks?`, `/tasks?project=${gid}&`]
  for (const path of paths) {
    assert.deepEqual(await gidsOf(ann, `${path}completed_since=2026-01-06`), [late, open])
    assert.deepEqual(await gidsOf(ann, `${path}completed_since=now`), [open])
    assert.deepEqual(await gidsOf(ann, `${path}completed_since=2012-02-22T02:06:58.158Z`), [late, early, open])
    assert.deepEqual(await allPages(ann, `${path}completed_since=2026-01-06&limit=1`), [late, open])
  }
  assert.deepEqual(await gidsOf(ann, `/tasks?project=${gid}&modified_since=2026-01-06T00:00:00.000000`), [late])
  const text = 'Timestamp must be in ISO-8601 (yyyy-mm-ddThh:mm:ss.sssZ) format, not: soon'
  await refuses(ann, `/tasks?project=${gid}&completed_since=soon`, 400, `completed_since: ${text}`)
  await refuses(ann, `/tasks?project=${gid}&modified_since=soon`, 400, `modified_since: ${text}`)
})

test('a list of tasks needs exactly one filter', async () => {
  const home = await world()
  const { ann, workspace } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'editor']] })
  const text = 'Must specify exactly one of project, tag, section, user task list, or assignee + workspace'
  const queries = ['', `?workspace=${workspace}`, `?project=${gid}&section=${sections[0]}`]
  for (const query of [...queries, `?assignee=me&project=${gid}`]) await refuses(ann, `/tasks${query}`, 400, text)
  await refuses(ann, '/tasks?assignee=me', 400, 'workspace: Missing input')
  await refuses(ann, '/tasks?project=7', 400, 'project: Not a recognized ID: 7')
  await refuses(ann, '/tasks?project=x', 400, 'project: Not a recognized ID: x')
  await refuses(ann, `/tasks?section=${gid}`, 400, `section: Not a recognized ID: ${gid}`)
  await refuses(ann, '/projects/7/tasks', 404, 'project: Not a recognized ID: 7')
  await refuses(ann, `/tasks?project=${gid}&limit=0`, 400, 'limit: Must be between 1 and 100')
  await refuses(ann, `/tasks?project=${gid}&limit=101`, 400, 'limit: Must be between 1 and 100')
  await refuses(ann, `/tasks?project=${gid}&limit=ten`, 400, 'limit: Not a number: ten')
})

test('the tasks of an assignee are limited to those visible to the caller', async () => {
  const { ann, ben, workspace } = await world()
  const shared = await ann.create('/tasks', { workspace, assignee: ben.gid })
  const own = await ben.create('/tasks', { workspace, assignee: 'me' })
  const of = (who: string) => `/tasks?assignee=${who}&workspace=${workspace}`
  assert.deepEqual(await gidsOf(ben, of('me')), [shared, own])
  assert.deepEqual(await gidsOf(ann, of(ben.email)), [shared])
  assert.deepEqual(await gidsOf(ann, of('me')), [])
})

test('My Tasks of another user lists only tasks visible to the caller', async () => {
  const home = await world()
  const { ann, ben, workspace } = home
  const [first, second] = [
    await ben.create('/tasks', { workspace, assignee: 'me', name: 'private' }),
    await ann.create('/tasks', { workspace, assignee: ben.gid }),
  ]
  const list = await myTasks(home, ben)
  for (const path of [`/user_task_lists/${list}/tasks`, `/tasks?user_task_list=${list}`, `/projects/${list}/tasks`]) {
    assert.deepEqual(await gidsOf(ben, path), [second, first])
    assert.deepEqual(await gidsOf(ann, path), [second])
  }
  await ben.put(`/tasks/${first}`, { completed: true })
  assert.deepEqual(await gidsOf(ben, `/user_task_lists/${list}/tasks?completed_since=now`), [second])
})

async function myTasks({ store }: World, person: Person): Promise<string> {
  const query = store.read.db.selectFrom('user_task_lists').select('gid').where('owner', '=', Number(person.gid))
  return String((await query.executeTakeFirstOrThrow()).gid)
}

test('the tasks of a tag are limited to those visible to the caller, in creation order', async () => {
  const { ann, ben, workspace } = await world()
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  const gids: string[] = []
  for (const followers of [[], [ben.gid], []])
    gids.push(await ann.create('/tasks', { workspace, tags: [tag], followers }))
  for (const path of [`/tags/${tag}/tasks?limit=2`, `/tasks?tag=${tag}&limit=2`]) {
    assert.deepEqual(await allPages(ann, path), gids)
    assert.deepEqual(await allPages(ben, path), [gids[1]])
  }
})

test('subtasks are listed in order, the newest first', async () => {
  const { ann, workspace } = await world()
  const parent = await ann.create('/tasks', { workspace })
  const gids: string[] = []
  for (let index = 0; index < 5; index++)
    gids.unshift(await ann.create(`/tasks/${parent}/subtasks`, { name: `${index}` }))
  assert.deepEqual(await gidsOf(ann, `/tasks/${parent}/subtasks`), gids)
  assert.deepEqual(await allPages(ann, `/tasks/${parent}/subtasks?limit=2`), gids)
  assert.equal((await ann.get(`/tasks/${parent}?opt_fields=num_subtasks`)).data.num_subtasks, 5)
})

test('a list without limit ends at 1,000 items and has a next page', async () => {
  const home = await world()
  const { ann } = home
  const { gid, sections } = await makeProject(home, { members: [[ann, 'editor']] })
  await fill(home, gid, String(sections[0]), 1001)
  const path = `/tasks?project=${gid}&opt_fields=name`
  const { body } = await ann.get(path)
  assert.equal(body.data.length, 1000)
  assert.match(body.next_page.path, /^\/tasks\?project=\d+&opt_fields=name&limit=100&offset=[\w.-]+$/)
  const rest = await ann.get(body.next_page.path)
  assert.deepEqual([rest.data.length, rest.body.next_page], [1, null])
  await ann.delete(`/tasks/${rest.data[0].gid}`)
  const whole = await ann.get(path)
  assert.deepEqual([whole.data.length, Object.hasOwn(whole.body, 'next_page')], [1000, false])
})

/** Inserts many tasks directly into the store, as copies of the row of a task that the API created. */
async function fill({ ann, store, workspace }: World, project: string, section: string, count: number) {
  const gid = Number(await ann.create('/tasks', { workspace }))
  const like = await store.read.db.selectFrom('tasks').selectAll().where('gid', '=', gid).executeTakeFirstOrThrow()
  await store.write(async tx => {
    for (const rank of ranksBetween(null, null, count)) {
      const task = tx.gid()
      await insert(tx, 'tasks', { ...like, gid: task })
      const position = { project: Number(project), section: Number(section), workspace: Number(workspace) }
      await insert(tx, 'task_memberships', { task, ...position, rank })
    }
  })
}
