/** The verbs of tasks against the API: what they paint is what the server then has, and their inverses restore it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHeaders, signedIn } from '../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../test/harness/work.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import type { Cache } from './cache.ts'
import { changeOf, type FieldInput, type FieldValue } from './custom_fields.ts'
import { flatten, TASK_FIELDS } from './fields.ts'
import { createLists, entryPatch } from './lists.ts'
import type { Call, Step } from './outbox.ts'
import { createRecords, type Patch } from './records.ts'
import { setApproval, setDates, setLiked, setParent, setSubtype } from './task_changes.ts'
import { addTasks } from './task_moves.ts'
import {
  createTask,
  deleteTask,
  moveTask,
  setCompleted,
  setCustomField,
  setMembers,
  setProject,
  setRelation,
} from './tasks.ts'

const NOW = '2026-12-08T10:00:00.000Z'

/** A project with two sections and three tasks, and a cache that has it. */
async function office() {
  const home = await world()
  const { ann, ben, workspace } = home
  const project = await makeProject(home, { sections: ['To do', 'Done'], members: [[ann, 'admin']] })
  const [todo = '', done = ''] = project.sections
  const create = (name: string) =>
    ann.create('/tasks', { name, memberships: [{ project: project.gid, section: todo }] })
  const [a, b, c] = [await create('a'), await create('b'), await create('c')]
  const { session } = await signedIn(home, ann)
  const request = async (method: string, path: string, data?: Json) => {
    const headers = { ...pageHeaders(session), 'content-type': 'application/json' }
    const payload = data === undefined ? undefined : JSON.stringify({ data })
    return home.send({ method, url: path, headers, ...(payload === undefined ? {} : { payload }) })
  }
  const records = createRecords()
  const lists = createLists(records)
  const cache = { records, lists, user: ann.gid, workspace } as unknown as Cache
  /** Reads tasks as the live stream makes the page read them. */
  const read = async (...gids: string[]) => {
    const { body } = await request('GET', `/-/records?type=task&gids=${gids}&fields=${encodeURIComponent(TASK_FIELDS)}`)
    for (const { my_access: _, lists: places = [], ...object } of body.data as Json[]) {
      const former = lists.listsOf(object.gid).map((list): Patch => ({ gid: `${list}/${object.gid}`, members: null }))
      records.confirm([
        ...former,
        ...flatten(object as { gid: string }, 'task'),
        ...places.map((place: Json) => entryPatch(place.list, object.gid, place.section, place.rank)),
      ])
    }
  }
  for (const [index, gid] of project.sections.entries()) {
    records.confirm([
      { gid, members: { resource_type: 'section', name: `${index}`, list: project.gid, rank: `a${index}` } },
    ])
  }
  await read(a, b, c)
  const send = async ({ method, path, data }: Call) => {
    const answer = await request(method, path, data)
    assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(data)}: ${answer.message}`)
    return answer
  }
  const paint = (step: Step) => records.confirm(step.patches)
  return { ...home, ben, project: project.gid, todo, done, a, b, c, cache, read, send, paint, request }
}

type Office = Awaited<ReturnType<typeof office>>

/** The members that an act wrote, and the order of the tasks, as the cache has them. */
function seen({ cache, project, a, b, c }: Office, members: readonly string[]) {
  const tasks = [a, b, c].map(gid => members.map(member => cache.records.get(gid)?.[member] ?? null))
  return { tasks, order: cache.lists.contents(project).entries.map(({ item, section }) => [item, section]) }
}

/** Performs an act and takes it back. After each, the server has what the cache shows. */
async function performs(one: Office, steps: readonly Step[], members: readonly string[]) {
  const { a, b, c, read, send, paint } = one
  const check = async (title: string) => {
    const painted = seen(one, members)
    await read(a, b, c)
    assert.deepEqual(seen(one, members), painted, title)
    return painted
  }
  const before = seen(one, members)
  for (const step of steps) {
    paint(step)
    await send(step.call)
  }
  const after = await check('what was painted')
  assert.notDeepEqual(after, before, 'the act changes something')
  for (const { inverse } of steps.toReversed()) {
    assert.ok(inverse)
    paint(inverse)
    await send(inverse.call)
  }
  assert.deepEqual(await check('what the inverse painted'), before, 'the inverse restores')
}

test('members of a task are set and restored', async () => {
  const one = await office()
  const { cache, a, ben, ann } = one
  await performs(one, [setMembers(cache, a, { name: 'new' })], ['name'])
  await performs(one, [setMembers(cache, a, { assignee: ben.gid })], ['assignee'])
  await performs(one, [setMembers(cache, a, { assignee: ann.gid })], ['assignee'])
  await performs(one, [setCompleted(cache, a, true, NOW)], ['completed'])
  await performs(one, [setLiked(cache, a, true)], ['liked', 'num_likes'])
})

test('dates are set and restored, as days and as moments, with and without a start', async () => {
  const one = await office()
  const { cache, a } = one
  const none = { start_on: null, start_at: null, due_on: null, due_at: null }
  const dates = ['start_on', 'start_at', 'due_on', 'due_at']
  const values = [
    { ...none, due_on: '2026-12-12' },
    { ...none, start_on: '2026-12-08', due_on: '2026-12-12' },
    { ...none, due_on: '2026-12-12', due_at: '2026-12-12T15:00:00.000Z' },
    {
      ...{ start_on: '2026-12-08', start_at: '2026-12-08T09:00:00.000Z' },
      ...{ due_on: '2026-12-12', due_at: '2026-12-12T15:00:00.000Z' },
    },
  ]
  for (const value of values) {
    await performs(one, [setDates(cache, a, value)], dates)
    const step = setDates(cache, a, value)
    one.paint(step)
    await one.send(step.call)
    for (const other of [...values, none]) {
      if (other !== value) await performs(one, [setDates(cache, a, other)], dates)
    }
    const back = setDates(cache, a, none)
    one.paint(back)
    await one.send(back.call)
  }
})

test('the type of a task changes; a milestone loses its start', async () => {
  const one = await office()
  const { cache, a, b } = one
  await one.request('PUT', `/api/1.0/tasks/${a}`, { start_on: '2026-12-08', due_on: '2026-12-12' })
  await one.read(a)
  const members = ['resource_subtype', 'start_on', 'due_on', 'approval_status']
  await performs(one, setSubtype(cache, a, 'milestone'), members)
  await performs(one, setSubtype(cache, b, 'approval'), members)
  await one.request('PUT', `/api/1.0/tasks/${b}`, { resource_subtype: 'approval' })
  await one.read(b)
  for (const status of ['approved', 'changes_requested', 'rejected'] as const) {
    await performs(one, [setApproval(cache, b, status)], ['approval_status', 'completed'])
  }
})

test('relations are added and removed', async () => {
  const one = await office()
  const { cache, a, b, c, ben, workspace, ann } = one
  const tag = await ann.create('/tags', { workspace, name: 'later' })
  await performs(one, [setRelation(cache, a, 'tags', tag, true)], ['tags'])
  await performs(one, [setRelation(cache, a, 'followers', ben.gid, true)], ['followers'])
  await performs(one, [setRelation(cache, a, 'dependencies', b, true)], ['dependencies'])
  await performs(one, [setRelation(cache, a, 'dependents', c, true)], ['dependents'])
})

test('a task is added to a project and removed from one, which undoing puts back to its place', async () => {
  const one = await office()
  const { cache, a, b, project, done, ann } = one
  const other = await makeProject(one, { sections: ['Other'], members: [[ann, 'admin']] })
  await performs(one, [setProject(cache, a, other.gid, other.sections[0] ?? null, true)], ['memberships'])
  await performs(one, [setProject(cache, b, project, null, false)], ['memberships'])
  await performs(one, moveTask(cache, b, { list: project, kind: 'project', section: done, place: 'top' }), [
    'memberships',
  ])
})

test('tasks that are new in a project stand in the order in which they are added', async () => {
  const one = await office()
  const { cache, a, b, c, project, todo } = one
  for (const step of [a, c].map(task => setProject(cache, task, project, null, false))) {
    one.paint(step)
    await one.send(step.call)
  }
  for (const place of ['top', 'bottom'] as const) {
    const steps = addTasks(cache, [c, a], { project, section: todo, place })
    await performs(one, steps, ['memberships'])
    for (const step of steps) one.paint(step)
    const expected = place === 'top' ? [c, a, b] : [b, c, a]
    assert.deepEqual(
      cache.lists.contents(project).entries.map(({ item }) => item),
      expected,
    )
    for (const { inverse } of steps) if (inverse) one.paint(inverse)
  }
})

test('a task moves within and between sections', async () => {
  const one = await office()
  const { cache, a, b, c, project, todo, done } = one
  const to = (item: string, section: string, place: Parameters<typeof moveTask>[2]['place']) =>
    performs(one, moveTask(cache, item, { list: project, kind: 'project', section, place }), [])
  // A new task is the first of its section.
  await to(a, todo, 'top')
  await to(c, todo, 'bottom')
  await to(b, done, 'bottom')
  await to(c, todo, { after: b })
  await to(a, todo, { before: b })
})

test('a task becomes a subtask, at a place, and leaves its parent', async () => {
  const one = await office()
  const { cache, a, b, c } = one
  await performs(one, [setParent(cache, b, a)], ['parent'])
  for (const task of [b, c]) {
    const step = setParent(cache, task, a)
    one.paint(step)
    await one.send(step.call)
  }
  const subtasks = () => cache.lists.contents(a).entries.map(({ item }) => item)
  await one.read(b, c)
  assert.deepEqual(subtasks(), [b, c])
  const first = setParent(cache, c, a, 'top')
  one.paint(first)
  await one.send(first.call)
  assert.deepEqual(subtasks(), [c, b])
  await one.read(b, c)
  assert.deepEqual(subtasks(), [c, b])
  await performs(one, [setParent(cache, b, null)], ['parent'])
})

test('a deleted task is restored with its place', async () => {
  const one = await office()
  const { cache, b, request, read, a, c } = one
  const step = deleteTask(cache, b)
  const before = seen(one, ['name', 'memberships'])
  one.paint(step)
  await one.send(step.call)
  assert.equal((await request('GET', `/api/1.0/tasks/${b}`)).status, 404)
  assert.ok(step.inverse)
  one.paint(step.inverse)
  await one.send(step.inverse.call)
  await read(a, b, c)
  assert.deepEqual(seen(one, ['name', 'memberships']), before)
})

test('a new task is created where it is painted', async () => {
  const one = await office()
  const { cache, project, todo, a } = one
  for (const place of ['top', 'bottom', { after: a }] as const) {
    const steps = createTask(cache, { list: project, kind: 'project', section: todo, place }, { name: 'new' })
    steps.forEach(one.paint)
    const local = steps[0]?.creates ?? ''
    const order = () => cache.lists.contents(project).entries.map(({ item }) => item)
    const painted = order()
    let gid = ''
    for (const { call } of steps) {
      const text = JSON.stringify(call).replaceAll(local, gid)
      const answer = await one.send(JSON.parse(text) as Call)
      gid ||= answer.data.gid
    }
    cache.records.rename(local, gid)
    await one.read(gid, ...painted.filter(item => item !== local))
    assert.deepEqual(
      order(),
      painted.map(item => (item === local ? gid : item)),
    )
  }
})

test('values of custom fields are set and restored', async () => {
  const one = await office()
  const { cache, a, b, ben, ann, project, workspace } = one
  const options = [{ name: 'High' }, { name: 'Low' }]
  const definitions: Record<string, [Json, (field: Json) => FieldInput]> = {
    text: [{}, () => ({ kind: 'text', text: 'Some words' })],
    number: [{ format: 'currency', currency_code: 'EUR', precision: 2 }, () => ({ kind: 'number', number: 12.5 })],
    enum: [{ enum_options: options }, ({ enum_options }) => ({ kind: 'enum', option: enum_options[0] })],
    multi_enum: [{ enum_options: options }, ({ enum_options }) => ({ kind: 'multi_enum', options: enum_options })],
    date: [{}, () => ({ kind: 'date', date: '2026-12-12', dateTime: null })],
    people: [{}, () => ({ kind: 'people', objects: [{ gid: ben.gid, name: 'ben' }] })],
    reference: [{ input_restrictions: ['task'] }, () => ({ kind: 'reference', objects: [{ gid: b, name: 'b' }] })],
  }
  for (const [resource_subtype, [more, inputOf]] of Object.entries(definitions)) {
    const field = await ann.create('/custom_fields', { workspace, name: resource_subtype, resource_subtype, ...more })
    await ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field })
    await one.read(a)
    const valueNow = () => {
      const fields = (cache.records.get(a)?.custom_fields ?? []) as readonly FieldValue[]
      const found = fields.find(({ gid }) => gid === field)
      assert.ok(found, resource_subtype)
      return found
    }
    const shown = () => {
      const member = `${resource_subtype}_value${resource_subtype === 'multi_enum' ? 's' : ''}` as keyof FieldValue
      return JSON.stringify(valueNow()[member] ?? null, ['gid', 'date', 'date_time'])
    }
    const input = inputOf((await ann.get(`/custom_fields/${field}`)).data)
    const step = setCustomField(cache, a, changeOf(valueNow(), input))
    const before = shown()
    one.paint(step)
    const painted = shown()
    await one.send(step.call)
    await one.read(a)
    assert.deepEqual(shown(), painted, resource_subtype)
    assert.notDeepEqual(painted, before, resource_subtype)
    const again = changeOf(valueNow(), input)
    assert.deepEqual(again.former, again.sent, `${resource_subtype}: the present value, as undoing sends it`)
    assert.ok(step.inverse)
    await one.send(step.inverse.call)
    await one.read(a)
    assert.deepEqual(shown(), before, resource_subtype)
  }
})
