import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertBadRequest, makeField } from '../../../../test/harness/fields.ts'
import { attachFile } from '../../../../test/harness/files/form.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn, type Visitor } from '../../../../test/harness/sign_in/console.ts'
import { watchStatements } from '../../../../test/harness/statements.ts'
import { type Json, world } from '../../../../test/harness/world.ts'
import { insertAll } from '../../../store/change.ts'

const watch = watchStatements()
const home = await world()
const { ann, ben, workspace, person, store } = home
const [visitor, other] = [await signedIn(home, ann), await signedIn(home, ben)]

interface Results {
  data: Json[]
  next: string | null
  exact: Json | null
  facets?: Record<string, { count: number; is_more: boolean }>
}

const get = (query: string, who: Visitor = visitor) => who.get(`/search?workspace=${workspace}&${query}`)
const search = async (query: string, who: Visitor = visitor): Promise<Results> =>
  (await ok(get(query, who))).body as unknown as Results
const names = async (query: string, who: Visitor = visitor) => (await search(query, who)).data.map(({ name }) => name)

test('tasks are found with the filters of the API, and with shorter names of some', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Garden', privacy_setting: 'private' })
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Land' })
  await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item: project }))
  const dig = await ann.create('/tasks', { projects: [project], name: 'Dig the pond', assignee: ann.gid })
  await ann.create('/tasks', { projects: [project], name: 'Plan a pond', notes: 'Where?', completed: true })
  await ok(ann.post(`/tasks/${dig}/stories`, { text: 'Deeper' }))
  await attachFile(home, ann, dig)
  assert.deepEqual((await names('q=pond')).sort(), ['Dig the pond', 'Plan a pond'])
  const filters = {
    'completed=false': ['Dig the pond'],
    'assignee.any=me': ['Dig the pond'],
    'assignee.any=null': ['Plan a pond'],
    'has_attachment=true': ['Dig the pond'],
    [`commented_by=${ann.gid}`]: ['Dig the pond'],
    'created_by=me&sort_by=created_at&sort_ascending=true': ['Dig the pond', 'Plan a pond'],
    [`created_by=${ben.gid}`]: [],
    'followed_by=me&completed=true': ['Plan a pond'],
    [`portfolio=${portfolio}&completed=true`]: ['Plan a pond'],
  }
  for (const [filter, expected] of Object.entries(filters)) {
    assert.deepEqual(await names(`q=pond&${filter}`), expected, filter)
  }
  const [shown] = (await search('q=dig&fields=name,num_comments,num_attachments')).data
  assert.deepEqual(shown, {
    ...{ gid: dig, resource_type: 'task', num_comments: 1, num_attachments: 1, name: 'Dig the pond' },
  })
  assert.deepEqual(await names('type=projects&q=gard'), ['Garden'])
  // What Ben cannot see, his searches neither find nor name.
  assert.deepEqual(await names('q=pond', other), [])
  assert.deepEqual(await names('type=projects&q=gard', other), [])
  assertBadRequest(await get(`q=pond&projects.any=${project}`, other), /projects.any/)
})

test('the best matches of a text are first', async () => {
  await ann.create('/tasks', { workspace, name: 'Bridge', assignee: ann.gid })
  await ann.create('/tasks', { workspace, name: 'River', notes: 'With a bridge', assignee: ann.gid })
  await ann.create('/tasks', { workspace, name: 'Bridges', assignee: ann.gid })
  assert.deepEqual(await names('q=bridge'), ['Bridge', 'Bridges', 'River'])
  assert.deepEqual(await names('q=bridge&sort_by=created_at'), ['Bridges', 'River', 'Bridge'])
})

test('comments are found by all their words, newest first, by people who can see the task', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Kitchen', privacy_setting: 'private' })
  const task = await ann.create('/tasks', { projects: [project], name: 'Soup' })
  const comment = async (text: string) => (await ok(ann.post(`/tasks/${task}/stories`, { text }))).data.gid as string
  const [first, second] = [await comment('More saffron, please'), await comment('Less saffron')]
  const removed = await comment('No saffron')
  await ok(ann.delete(`/stories/${removed}`))
  const found = async (q: string, who: Visitor = visitor) =>
    (await search(`type=comments&q=${encodeURIComponent(q)}`, who)).data.map(({ gid }) => gid)
  assert.deepEqual(await found('saff'), [second, first])
  assert.deepEqual(await found('saffron more'), [first])
  assert.deepEqual(await found('"saffron please"'), [first])
  assert.deepEqual(await found('"more please"'), [])
  assert.deepEqual(await found('soup'), [], 'the name of the task is not in the comment')
  assert.deepEqual(await found('saff', other), [])
  const [shown] = (await search('type=comments&q=less')).data
  assert.equal(shown?.text, 'Less saffron')
  assert.equal(shown?.target.name, 'Soup')
  assert.equal(shown?.created_by.name, 'Ann')
  await ok(ann.delete(`/tasks/${task}`))
  assert.deepEqual(await found('saff'), [])
})

test('files are found by name, newest first, and people by name and address', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Archive', privacy_setting: 'private' })
  const task = await ann.create('/tasks', { projects: [project], name: 'Papers' })
  const attach = async (fileName: string) => (await attachFile(home, ann, task, { fileName })).data.gid as string
  await attach('lease 2024.pdf')
  const newest = await attach('Lease-2025.pdf')
  assert.deepEqual(await names('type=files&q=lease'), ['Lease-2025.pdf', 'lease 2024.pdf'])
  assert.deepEqual(await names('type=files&q=2024%20pdf'), ['lease 2024.pdf'])
  assert.deepEqual(await names('type=files&q=lease', other), [])
  assert.equal((await search('type=files&q=2025')).data[0]?.parent.name, 'Papers')
  await ok(ann.delete(`/attachments/${newest}`))
  assert.deepEqual(await names('type=files&q=lease'), ['lease 2024.pdf'])
  assert.deepEqual(await names('type=people&q=be'), ['Ben'])
  assert.deepEqual(await names(`type=people&q=${encodeURIComponent(ben.email)}`), ['Ben'])
})

test('a cursor continues beyond a hundred results, for the same search only', async () => {
  const project = await ann.create('/projects', { workspace, name: 'Bricks', privacy_setting: 'private' })
  const first = await ann.create('/tasks', { projects: [project], name: 'brick 0' })
  await store.write(async tx => {
    const [task] = await tx.db.selectFrom('tasks').selectAll().where('gid', '=', Number(first)).execute()
    const [place] = await tx.db.selectFrom('task_memberships').selectAll().where('task', '=', Number(first)).execute()
    assert.ok(task && place)
    const more = Array.from({ length: 129 }, (_, at) => ({ ...task, gid: tx.gid(), name: `brick ${at + 1}` }))
    await insertAll(tx, 'tasks', more)
    await insertAll(
      tx,
      'task_memberships',
      more.map(({ gid }) => ({ ...place, task: gid })),
    )
  })
  const query = 'q=brick&sort_by=created_at&limit=50'
  const seen = new Set<string>()
  let next: string | null = null
  for (let pages = 0; pages < 4; pages++) {
    const page: Results = await search(`${query}${next ? `&cursor=${next}` : ''}`)
    for (const { gid } of page.data) seen.add(gid)
    next = page.next
    if (!next) break
  }
  assert.equal(seen.size, 130)
  const { next: cursor, facets } = await search(`${query}&facets=true`)
  assert.deepEqual(facets, {
    tasks: { count: 100, is_more: true },
    projects: { count: 1, is_more: false },
    ...{
      people: { count: 0, is_more: false },
      comments: { count: 0, is_more: false },
      files: { count: 0, is_more: false },
    },
  })
  assert.ok(cursor)
  for (const [wrong, who] of [
    [`q=bric&sort_by=created_at&cursor=${cursor}`, visitor],
    [`${query}&cursor=${cursor}`, other],
    [`${query}&cursor=x`, visitor],
  ] as const) {
    assertBadRequest(await get(wrong, who), /pagination token/, wrong)
  }
  for (const name of ['Twin Castor', 'Twin Pollux']) await person(name)
  const people = 'type=people&q=twin&limit=1'
  const { data, next: rest } = await search(people)
  assert.deepEqual(
    [...data, ...(await search(`${people}&cursor=${rest}`)).data].map(({ name }) => name),
    [...['Twin Castor', 'Twin Pollux']],
  )
})

test('the ID of a task is found exactly, next to the results', async () => {
  const field = await makeField(home, 'text', { name: 'Number', id_prefix: 'REQ' })
  const project = await ann.create('/projects', { workspace, name: 'Requests', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: field }))
  const task = await ann.create('/tasks', { projects: [project], name: 'Wish' })
  assert.deepEqual((await search('q=REQ-1')).exact, { gid: task, resource_type: 'task' })
  assert.equal((await search('q=REQ-1', other)).exact, null)
  assert.deepEqual((await search(`q=/0/${project}/${task}`)).exact, { gid: task, resource_type: 'task' })
})

test('hostile texts and filters are refused or find nothing', async () => {
  const texts = [`' or 1=1 --`, '"', '" OR *', 'NEAR(a b)', 'body:x', '*', '{x}', '%', '\\', '🦊', '-'.repeat(900)]
  for (const type of ['tasks', 'projects', 'people', 'comments', 'files']) {
    for (const text of texts) await search(`type=${type}&q=${encodeURIComponent(text)}`)
    for (const text of ['x'.repeat(10_000), 'a\0b']) {
      assertBadRequest(await get(`type=${type}&q=${encodeURIComponent(text)}`), /^q: Text/)
    }
  }
  for (const [query, message] of [
    ['', /at least one parameter/],
    ['type=cats&q=a', /type/],
    ['q=a&limit=101', /limit/],
    ['q=a&limit=0', /limit/],
    ['type=comments', /q/],
    ['q=a&sort_by=name', /sort_by/],
    ['q=a&due_on.before=soon', /due_on.before/],
    ['q=a&assignee.any=1', /assignee.any/],
    [`q=a&fields=${'a.'.repeat(3000)}`, /./],
  ] as const) {
    assertBadRequest(await get(query), message, query.slice(0, 60))
  }
})

test('a stranger and a request from elsewhere are refused', async () => {
  const stranger = await signedIn(home, await person('Sam', null))
  assertBadRequest(await get('q=a', stranger), /workspace/)
  assert.equal((await home.send({ method: 'GET', url: `/-/search?workspace=${workspace}&q=a` })).status, 401)
})

test('a search runs few statements, however many objects it finds', async () => {
  for (const query of ['q=brick', 'type=comments&q=saffron', 'type=files&q=lease', 'type=people&q=be']) {
    for (const limit of [1, 100]) {
      await search(`${query}&limit=${limit}`)
      watch.take()
      await search(`${query}&limit=${limit}`)
      const { length } = watch.take()
      assert.ok(length <= 12, `${query} runs ${length} statements`)
    }
  }
})
