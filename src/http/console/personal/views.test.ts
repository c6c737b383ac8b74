import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { makeProject } from '../../../../test/harness/work.ts'
import { type Json, world } from '../../../../test/harness/world.ts'
import { leave } from '../../../resources/people/rules/leave.ts'
import { insertAll } from '../../../store/change.ts'
import { purge } from '../../../store/queries/jobs/trash.ts'

const all = await world()
const { ann, ben, workspace, store, person } = all
const [editor, viewer, stranger] = [
  await signedIn(all, ann),
  await signedIn(all, ben),
  await signedIn(all, await person('Sam', null)),
]

const newProject = async () =>
  (
    await makeProject(all, {
      members: [
        [ann, 'admin'],
        [ben, 'viewer'],
      ],
    })
  ).gid

const viewsOf = async (visitor: typeof editor, parent: string): Promise<Json[]> =>
  (await ok(visitor.get(`/views?parent=${parent}`))).data as Json[]
const names = async (visitor: typeof editor, parent: string) => (await viewsOf(visitor, parent)).map(({ name }) => name)
const create = async (visitor: typeof editor, body: Json): Promise<Json> =>
  (await ok(visitor.post('/views', body))).data

const whole = {
  layout: 'board',
  show: 'all',
  filters: [
    { field: 'assignee', operator: 'is', value: ['me', '12'] },
    { field: 'due_on', operator: 'empty', value: null },
  ],
  sort: ['due_on', '-name'],
  group: 'assignee',
  columns: [{ field: 'assignee', width: 120 }, { field: '1201' }, { field: 'tags', is_pinned: true }],
  options: { match: 'any', zoom: 'weeks' },
}

test('a view is stored and returned whole', async () => {
  const parent = await newProject()
  const view = await create(editor, { parent, name: ' Mine ', ...whole })
  assert.match(view.gid, /^\d+$/)
  assert.match(view.rank, /^\w+$/)
  assert.deepEqual(view, {
    ...{ gid: view.gid, parent, name: 'Mine', ...whole, is_shared: false, owner: ann.gid, rank: view.rank },
  })
  assert.deepEqual(await viewsOf(editor, parent), [view])
})

test('members that are absent have defaults, and a change keeps the others', async () => {
  const parent = await newProject()
  const view = await create(editor, { parent, name: 'Bare' })
  const { layout, show, filters, sort, group, columns, options } = view
  assert.deepEqual(
    { layout, show, filters, sort, group, columns, options },
    { layout: 'list', show: 'incomplete', filters: [], sort: [], group: null, columns: [], options: {} },
  )
  const changed = (await ok(editor.put(`/views/${view.gid}`, { show: 'completed', group: 'tag' }))).data
  assert.deepEqual(changed, { ...view, show: 'completed', group: 'tag' })
  assert.deepEqual((await ok(editor.put(`/views/${view.gid}`, { group: null }))).data.group, null)
})

test('lists of every parent have views: My tasks, tags and workspaces too', async () => {
  const tag = await ann.create('/tags', { workspace, name: 'urgent' })
  const tasks = (await ann.get(`/users/me/user_task_list?workspace=${workspace}`)).body.data.gid as string
  for (const parent of [tag, tasks, workspace]) {
    await create(editor, { parent, name: 'Mine' })
    assert.deepEqual(await names(editor, parent), ['Mine'])
    assert.deepEqual(await names(viewer, parent), [])
  }
})

test('people who can see the parent see shared views, and only its editors change them', async () => {
  const parent = await newProject()
  const [shared, own] = [
    await create(editor, { parent, name: 'Shared', is_shared: true }),
    await create(editor, { parent, name: 'Own' }),
  ]
  assert.deepEqual(await names(viewer, parent), ['Shared'])
  assert.equal((await viewer.put(`/views/${shared.gid}`, { name: 'Mine' })).status, 403)
  assert.equal((await viewer.delete(`/views/${shared.gid}`)).status, 403)
  assert.equal((await viewer.put(`/views/${own.gid}`, { name: 'Mine' })).status, 404)
  assert.equal((await viewer.delete(`/views/${own.gid}`)).status, 404)
  for (const verb of ['removeMembers', 'addMembers'])
    await ok(ann.post(`/projects/${parent}/${verb}`, { members: [ben.gid] }))
  assert.equal((await ok(viewer.put(`/views/${shared.gid}`, { name: 'Ours' }))).data.name, 'Ours')
  await ok(viewer.delete(`/views/${shared.gid}`))
  assert.deepEqual(await names(editor, parent), ['Own'])
})

test('a viewer saves views of their own, and cannot share them', async () => {
  const parent = await newProject()
  assert.equal((await viewer.post('/views', { parent, name: 'Ours', is_shared: true })).status, 403)
  const { gid } = await create(viewer, { parent, name: 'Mine' })
  assert.equal((await viewer.put(`/views/${gid}`, { is_shared: true })).status, 403)
  assert.deepEqual([await names(viewer, parent), await names(editor, parent)], [['Mine'], []])
  await ok(viewer.delete(`/views/${gid}`))
})

test('a stranger learns nothing of a parent and its views', async () => {
  const parent = await newProject()
  const { gid } = await create(editor, { parent, name: 'Shared', is_shared: true })
  const missing = '1299999999999'
  const texts = async (
    call: (gid: string) => Promise<{ status: number; message: string | undefined }>,
    gid: string,
  ) => {
    const { status, message } = await call(gid)
    return [status, String(message).replaceAll(gid, '…')]
  }
  const listed = (gid: string) => stranger.get(`/views?parent=${gid}`)
  const added = (gid: string) => stranger.post('/views', { parent: gid, name: 'Mine' })
  const put = (gid: string) => stranger.put(`/views/${gid}`, { name: 'Mine' })
  for (const call of [listed, added]) assert.deepEqual(await texts(call, parent), await texts(call, missing))
  assert.deepEqual(await texts(put, gid), await texts(put, missing))
  assert.equal((await listed(parent)).status, 400)
  assert.equal((await put(gid)).status, 404)
})

test('a view is hidden from its owner when they cannot see the parent any more', async () => {
  const parent = await newProject()
  const { gid } = await create(viewer, { parent, name: 'Mine' })
  await ok(ann.post(`/projects/${parent}/removeMembers`, { members: [ben.gid] }))
  assert.equal((await viewer.get(`/views?parent=${parent}`)).status, 400)
  assert.equal((await viewer.put(`/views/${gid}`, { name: 'Still' })).status, 404)
})

test('views are moved next to each other, but not next to a hidden one', async () => {
  const parent = await newProject()
  const gids: Record<string, string> = {}
  for (const name of ['a', 'b', 'c']) gids[name] = (await create(editor, { parent, name, is_shared: true })).gid
  await ok(editor.put(`/views/${gids.c}`, { insert_before: gids.a }))
  assert.deepEqual(await names(editor, parent), ['c', 'a', 'b'])
  await ok(editor.put(`/views/${gids.c}`, { insert_after: gids.a }))
  assert.deepEqual(await names(viewer, parent), ['a', 'c', 'b'])
  await ok(editor.put(`/views/${gids.a}`, { insert_before: null }))
  await create(editor, { parent, name: 'first', insert_after: null })
  assert.deepEqual(await names(editor, parent), ['first', 'c', 'b', 'a'])
  const { gid: hidden } = await create(viewer, { parent, name: 'Mine' })
  const [other, gone] = [
    await editor.put(`/views/${gids.a}`, { insert_before: hidden }),
    await editor.put(`/views/${gids.a}`, { insert_before: '1299999999999' }),
  ]
  assert.deepEqual(
    [other.status, other.message?.replace(hidden, '…')],
    [400, gone.message?.replace('1299999999999', '…')],
  )
  const both = { insert_before: gids.b, insert_after: gids.c }
  assert.equal((await editor.put(`/views/${gids.a}`, both)).status, 400)
})

test('a definition has a bounded size and a checked shape', async () => {
  const parent = await newProject()
  const filter = { field: 'name', operator: 'is', value: 'x' }
  const refused: [Json, string][] = [
    [{ layout: 'wall' }, 'layout: Not a recognized value: wall'],
    [{ show: 'some' }, 'show: Not a recognized value: some'],
    [{ filters: Array(51).fill(filter) }, 'filters: Too many values (maximum 50)'],
    [{ filters: [{ field: 'name' }] }, 'filters: [0]: operator: Missing required field'],
    [{ filters: ['name'] }, 'filters: [0]: Not an object: string'],
    [
      { filters: [{ ...filter, value: 'x'.repeat(4000) }] },
      'filters: [0]: value: Too long (maximum 4000 characters of JSON)',
    ],
    [{ filters: [{ ...filter, value: [[[[[[[1]]]]]]] }] }, 'filters: [0]: value: Too deep (maximum 6 levels)'],
    [{ sort: 'name' }, 'sort: Not a list'],
    [{ sort: ['a', 'b', 'c', 'd'] }, 'sort: Too many values (maximum 3)'],
    [{ sort: [1] }, 'sort: [0]: Not a text or an object'],
    [{ group: 1 }, 'group: Not a text or an object'],
    [{ columns: [{ field: 'name', width: -1 }] }, 'columns: [0]: width: Must be 0 to 10000'],
    [{ columns: [{ field: 'name', is_pinned: 'left' }] }, 'columns: [0]: is_pinned: Not true or false: left'],
    [{ columns: Array(201).fill({ field: 'name' }) }, 'columns: Too many values (maximum 200)'],
    [{ options: { match: 'some' } }, 'options: match: Must be "all" or "any"'],
    [{ options: { text: 'x'.repeat(16_000) } }, 'options: Too long (maximum 16000 characters of JSON)'],
    [{ name: ' ' }, 'name: Missing input'],
  ]
  for (const [body, message] of refused) {
    const answer = await editor.post('/views', { parent, name: 'Mine', ...body })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  assert.deepEqual(await viewsOf(editor, parent), [])
})

test('a person has at most 100 views of one parent', async () => {
  const parent = await newProject()
  await store.write(tx => {
    const rows = Array.from({ length: 99 }, (_, index) => ({
      ...{ gid: tx.gid(), workspace: Number(workspace), parent: Number(parent), parent_type: 'project' },
      ...{ owner: Number(ann.gid), name: 'Many', definition: '{}', is_shared: 0, rank: `a1${index}1` },
      ...{ created_at: tx.now, modified_at: tx.now },
    }))
    return insertAll(tx, 'views', rows)
  })
  await create(editor, { parent, name: 'Last', insert_after: null })
  const { status, message } = await editor.post('/views', { parent, name: 'One too many' })
  assert.deepEqual([status, message], [400, 'A person can have at most 100 views here'])
  await create(viewer, { parent, name: 'Of another person' })
})

test('views are purged with their parent', async () => {
  const parent = await newProject()
  const { gid } = await create(editor, { parent, name: 'Mine' })
  await ok(ann.delete(`/projects/${parent}`))
  assert.equal((await editor.get(`/views?parent=${parent}`)).status, 400)
  await store.write(tx => purge(tx, 'projects', [Number(parent)]))
  assert.equal((await editor.put(`/views/${gid}`, {})).status, 404)
})

test('a person who leaves keeps no views, and those that they shared get a new owner', async () => {
  const cat = await person('Cat')
  const leaver = await signedIn(all, cat)
  const [shared, own] = [
    await create(leaver, { parent: workspace, name: 'Shared by Cat', is_shared: true }),
    await create(leaver, { parent: workspace, name: 'Own of Cat' }),
  ]
  await store.write(tx => leave(tx, Number(cat.gid), Number(workspace), Number(ann.gid)))
  const found = (await viewsOf(editor, workspace)).find(({ gid }) => gid === shared.gid)
  assert.equal(found?.owner, ann.gid)
  assert.equal((await editor.put(`/views/${own.gid}`, {})).status, 404)
})
