/** Records of the web app: objects of one type by their gids. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn, type Visitor } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { makeProject } from '../../../../test/harness/work.ts'
import { type Json, world } from '../../../../test/harness/world.ts'
import { createCatalog } from '../../../catalog/catalog.ts'
import { update } from '../../../store/change.ts'

const statements = watchStatements()

/** A private project of Ann with two tasks, and people with other rights on it. */
async function office() {
  const home = await world()
  const { ann, person } = home
  const project = await makeProject(home, { sections: ['To do', 'Done'], members: [[ann, 'admin']] })
  const [section] = project.sections
  const tasks: string[] = []
  for (const name of ['a', 'b']) {
    tasks.push(await ann.create('/tasks', { name, memberships: [{ project: project.gid, section }] }))
  }
  const page = await signedIn(home, ann)
  const read = async (query: string, visitor: Visitor = page) => {
    const { status, message, body } = await visitor.get(`/records?${query}`)
    return { status, message, data: body.data as Json[], missing: body.missing as string[] }
  }
  const visitor = async (name: string, level: string | null, role: Parameters<typeof person>[1] = {}) => {
    const one = await person(name, role)
    if (level) await ok(ann.post('/memberships', { parent: project.gid, member: one.gid, access_level: level }))
    return signedIn(home, one)
  }
  return { ...home, project, tasks, page, read, visitor }
}

test('records are in the order of their gids, with the missing ones apart', async () => {
  const { project, tasks, read } = await office()
  const [a, b] = tasks
  const { status, data, missing } = await read(`type=task&gids=${b},7,${a},${project.gid},${b}&fields=name`)
  assert.equal(status, 200)
  assert.deepEqual(missing, ['7', project.gid])
  const [second, first] = data
  const place = { list: project.gid, section: project.sections[0] }
  const [later, earlier] = [second?.lists[0].rank, first?.lists[0].rank]
  assert.ok(later < earlier, 'the newest task is the first')
  assert.deepEqual(second, { gid: b, my_access: 'admin', lists: [{ ...place, rank: later }], name: 'b' })
  assert.deepEqual(first, { gid: a, my_access: 'admin', lists: [{ ...place, rank: earlier }], name: 'a' })
})

test('a record without fields has those of the API', async () => {
  const { ann, tasks, project, read } = await office()
  const { data } = await read(`type=task&gids=${tasks[0]}`)
  const { my_access, lists, ...shown } = data[0] ?? {}
  assert.deepEqual(shown, (await ann.get(`/tasks/${tasks[0]}`)).data)
  const [one] = (await read(`type=project&gids=${project.gid}`)).data
  assert.deepEqual(
    { ...one, my_access, lists },
    { ...(await ann.get(`/projects/${project.gid}`)).data, my_access, lists },
  )
})

test('the positions of a task are those in the lists that the caller can see', async () => {
  const home = await office()
  const { ann, workspace, project, tasks, read, visitor } = home
  const [a, b] = tasks
  const other = await makeProject(home, { name: 'Open', privacy: 'public_to_workspace' })
  await ok(ann.post(`/tasks/${a}/addProject`, { project: other.gid }))
  await ok(ann.post(`/tasks/${a}/setParent`, { parent: b }))
  await ok(ann.put(`/tasks/${a}`, { assignee: 'me' }))
  const mine = (await ok(ann.get(`/users/me/user_task_list?workspace=${workspace}`))).data.gid
  const listsOf = async (who?: Visitor, more = '') => {
    const { data } = await read(`type=task&gids=${a}&fields=gid${more}`, who)
    return data[0]?.lists.map(({ list, section }: Json) => [list, section !== null]).toSorted()
  }
  const own = [
    [project.gid, true],
    [other.gid, true],
    [mine, true],
    [b, false],
  ].toSorted()
  assert.deepEqual(await listsOf(), own)
  assert.deepEqual(await listsOf(await visitor('Zoe', null)), [[other.gid, true]])
  assert.deepEqual(
    await listsOf(await visitor('Vic', 'viewer')),
    own.filter(([list]) => list !== mine),
  )
  assert.deepEqual(await listsOf(undefined, `&list=${b}`), [[b, false]])
  assert.deepEqual(await listsOf(undefined, '&list=7'), [])
})

test('sections and the items of portfolios have positions, other types have none', async () => {
  const { ann, ben, workspace, project, read, visitor } = await office()
  const outer = await ann.create('/portfolios', { workspace, name: 'Outer' })
  const inner = await ann.create('/portfolios', { workspace, name: 'Inner' })
  for (const item of [inner, project.gid]) await ok(ann.post(`/portfolios/${outer}/addItem`, { item }))
  for (const [type, gid, list] of [
    ['project', project.gid, outer],
    ['portfolio', inner, outer],
    ['section', project.sections[0], project.gid],
  ]) {
    const [one] = (await read(`type=${type}&gids=${gid}`)).data
    assert.deepEqual(one?.lists, [{ list, section: null, rank: one?.lists[0].rank }])
  }
  const vic = await visitor('Vic', 'viewer')
  assert.deepEqual((await read(`type=project&gids=${project.gid}`, vic)).data[0]?.lists, [])
  const [user] = (await read(`type=user&gids=${ben.gid}&fields=name,num_comments`)).data
  assert.deepEqual(user, { gid: ben.gid, my_access: user?.my_access, name: 'Ben' })
})

test('a record says what the caller may do with it, and is missing for others', async () => {
  const { project, tasks, read, visitor } = await office()
  for (const [who, right] of [
    [await visitor('Vic', 'viewer'), 'view'],
    [await visitor('Cem', 'commenter'), 'comment'],
    [await visitor('Edi', 'editor'), 'edit'],
    [await visitor('Adi', 'admin'), 'admin'],
    [await visitor('Gus', 'editor', { is_guest: true }), 'edit'],
    [await visitor('Lic', 'editor', { is_view_only: true }), 'view'],
    [await visitor('Mia', null), null],
    [await visitor('Gil', null, { is_guest: true }), null],
    [await visitor('Sam', null, null), null],
  ] as const) {
    for (const [type, gid = ''] of [
      ['task', tasks[0]],
      ['project', project.gid],
      ['section', project.sections[0]],
    ]) {
      const { data, missing } = await read(`type=${type}&gids=${gid}`, who)
      if (right === null) assert.deepEqual([data, missing], [[], [gid]])
      else assert.deepEqual([data[0]?.my_access, missing], [right, []])
    }
  }
})

test('deleted objects are missing', async () => {
  const { ann, tasks, read } = await office()
  await ok(ann.delete(`/tasks/${tasks[0]}`))
  const { data, missing } = await read(`type=task&gids=${tasks.join()}&fields=name,num_comments,is_blocked`)
  assert.deepEqual(missing, [tasks[0]])
  assert.deepEqual(
    data.map(({ name, num_comments, is_blocked }) => [name, num_comments, is_blocked]),
    [['b', 0, false]],
  )
})

test('every type that the API reads by gid can be read', async () => {
  const { ann, workspace, project, tasks, read } = await office()
  const { gid: story } = (await ok(ann.post(`/tasks/${tasks[0]}/stories`, { text: 'Hi' }))).data
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  const update = { parent: project.gid, text: 'Fine', status_type: 'on_track' }
  for (const [type, gid] of [
    ...[['story', story] as const, ['tag', tag] as const, ['workspace', workspace] as const],
    ['status_update', await ann.create('/status_updates', update)],
    ['user_task_list', (await ok(ann.get(`/users/me/user_task_list?workspace=${workspace}`))).data.gid],
  ] as const) {
    const { data, missing } = await read(`type=${type}&gids=${gid}`)
    assert.deepEqual([data[0]?.gid, missing], [gid, []], type)
    assert.match(data[0]?.my_access, /^(?:view|comment|edit|admin)$/)
  }
})

test('every type with a GET by gid in the catalog is a type of records', async () => {
  const { read } = await office()
  const byGid = createCatalog().operations.filter(({ path, of, method }) => method === 'GET' && isByGid(path, of))
  assert.ok(byGid.length > 30)
  for (const { of } of byGid) {
    const { status, missing } = await read(`type=${of}&gids=7`)
    assert.deepEqual([status, missing], [200, ['7']], of)
  }
})

const isByGid = (path: string, type: string) => /^\/\w+\/\{(\w+)_gid\}$/.exec(path)?.[1] === type

test('objects of an organization whose plan lacks their type are missing', async () => {
  const { ann, store, workspace, read } = await office()
  const goal = await ann.create('/goals', { workspace, name: 'Goal' })
  assert.deepEqual((await read(`type=goal&gids=${goal}&fields=name`)).data[0]?.name, 'Goal')
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'premium' }))
  assert.deepEqual(await read(`type=goal&gids=${goal}`).then(({ data, missing }) => [data, missing]), [[], [goal]])
})

test('invalid parameters are refused', async () => {
  const { tasks, read } = await office()
  const many = Array.from({ length: 201 }, (_, at) => at + 1)
  for (const [query = '', message] of [
    ['gids=1', 'type: Missing input'],
    ['type=task', 'gids: Missing input'],
    ['type=task&gids=', 'gids: Missing input'],
    ['type=event&gids=1', 'type: Not a type of objects that can be read by gid'],
    ['type=constructor&gids=1', 'type: Not a type of objects that can be read by gid'],
    ['type=task&gids=1,x', 'gids: Not a recognized ID: x'],
    ['type=task&gids=1,,2', 'gids: Not a recognized ID: '],
    ['type=task&gids=-1', 'gids: Not a recognized ID: -1'],
    ['type=task&gids=1&list=x', 'list: Not a recognized ID: x'],
    [`type=task&gids=${many}`, 'gids: At most 200 can be sent'],
  ]) {
    assert.deepEqual(await read(query).then(one => [one.status, one.message]), [400, message], query)
  }
  assert.equal((await read(`type=task&gids=${many.slice(1)}`)).missing.length, 200)
  assert.equal((await read(`type=task&gids=${tasks[0]}&fields=${'x,'.repeat(9000)}`)).status, 400)
})

test('fifty records take no more statements than two', async () => {
  const home = await office()
  const { ann, project, tasks, read } = home
  for (let more = 0; more < 48; more++) tasks.push(await ann.create('/tasks', { projects: [project.gid] }))
  const fields = 'name,notes,assignee.name,memberships.section.name,num_comments,num_attachments,is_blocked'
  const count = async (gids: string[]) => {
    statements.take()
    assert.equal((await read(`type=task&gids=${gids}&fields=${fields}`)).data.length, gids.length)
    return statements.take().length
  }
  await count(tasks)
  const [two, fifty] = [await count(tasks.slice(0, 2)), await count(tasks)]
  assert.ok(fifty <= two, `${fifty} and ${two}`)
})
