/** Concurrent additions to ordered lists, and concurrent numbering: each object has its own position and number. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ranksBetween } from '../../src/lib/rank.ts'
import { findForUpdate, insertAll } from '../../src/store/change.ts'
import { sharedLock } from '../../src/store/locks.ts'
import { isPostgres } from '../harness/engine.ts'
import { applyField, makeField } from '../harness/fields.ts'
import { atOnce, countByStatus, type Instances, instances, whileBlockedBy } from '../harness/instances.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import { makeProject, type Project } from '../harness/work.ts'
import type { Answer, Json } from '../harness/world.ts'

const skip = isPostgres ? false : 'SQLite has one writer'

const projectOf = (all: Instances, sections = ['First']): Promise<Project> =>
  makeProject(all, { sections, members: [[all.ann, 'admin']] })

/** Throws unless all positions are distinct. */
function mustDiffer(rows: readonly { rank: string | null }[], count: number) {
  assert.equal(rows.length, count)
  assert.equal(new Set(rows.map(({ rank }) => rank)).size, count, 'two have the same place')
}

test('tasks that are added to a section at once have distinct positions, at either end', async () => {
  const all = await instances()
  const { ann, store, workspace } = all
  const { gid, sections } = await projectOf(all)
  const made = await atOnce(one => ann.create('/tasks', { projects: [gid], name: `Task ${one}` }))
  const others = await atOnce(() => ann.create('/tasks', { workspace }), 10)
  const [anchor] = made
  await Promise.all([
    ...others.map(task => ann.post(`/tasks/${task}/addProject`, { project: gid, insert_after: anchor })),
    ...made.slice(1, 6).map(task => ann.post(`/sections/${sections[0]}/addTask`, { task, insert_before: anchor })),
  ])
  const rows = store.read.db.selectFrom('task_memberships').select('rank').where('section', '=', Number(sections[0]))
  mustDiffer(await rows.execute(), 30)
})

test('a new task does not wait for the transaction of another one in its section', { skip }, async () => {
  const all = await instances()
  const { ann, store } = all
  const { gid, sections } = await projectOf(all)
  await store.write(async tx => {
    await sharedLock(tx, 'positions', Number(sections[0]))
    const { status } = await ann.post('/tasks', { projects: [gid] })
    assert.equal(status, 201)
  })
})

test('subtasks that are added at once have distinct positions', async () => {
  const { ann, store, workspace } = await instances()
  const parent = await ann.create('/tasks', { workspace })
  await atOnce(() => ann.create(`/tasks/${parent}/subtasks`, { name: 'Part' }))
  mustDiffer(await store.read.db.selectFrom('tasks').select('rank').where('parent', '=', Number(parent)).execute(), 20)
})

test('sections that are added at once have distinct positions', async () => {
  const all = await instances()
  const { gid, sections } = await projectOf(all)
  await atOnce(one => all.ann.post(`/projects/${gid}/sections`, { name: `Section ${one}`, insert_after: sections[0] }))
  const rows = all.store.read.db.selectFrom('sections').select('rank').where('project', '=', Number(gid))
  mustDiffer(await rows.execute(), 21)
})

test('enum options that are added at once have distinct positions', async () => {
  const all = await instances()
  const field = await makeField(all as never, 'enum', { enum_options: [{ name: 'Red' }] })
  await atOnce(one => all.ann.create(`/custom_fields/${field}/enum_options`, { name: `Option ${one}` }))
  const rows = all.store.read.db.selectFrom('enum_options').select('rank').where('custom_field', '=', Number(field))
  mustDiffer(await rows.execute(), 21)
})

test('one option of a field stays enabled when all are disabled at once', async () => {
  const all = await instances()
  const enum_options = Array.from({ length: 6 }, (_, one) => ({ name: `Option ${one}` }))
  const field = await makeField(all as never, 'enum', { enum_options })
  const { data } = await all.ann.get(`/custom_fields/${field}?opt_fields=enum_options`)
  const answers = await Promise.all(
    (data.enum_options as Json[]).map(({ gid }) => all.ann.put(`/enum_options/${gid}`, { enabled: false })),
  )
  assert.deepEqual(countByStatus(answers), { 200: 5, 400: 1 })
})

test('a project gets at most the maximum of fields, each at its own position, when many are added at once', async () => {
  const all = await instances()
  const { gid } = await projectOf(all)
  const fields = await atOnce(one => makeField(all as never, 'text', { name: `Field ${one}` }), 24)
  const answers = await Promise.all(
    fields.map(custom_field => all.ann.post(`/projects/${gid}/addCustomFieldSetting`, { custom_field })),
  )
  assert.deepEqual(countByStatus(answers), { 200: 20, 400: 4 })
  const rows = all.store.read.db.selectFrom('custom_field_settings').select('rank').where('parent', '=', Number(gid))
  mustDiffer(await rows.execute(), 20)
})

test('a task is added to at most the maximum of projects when many add it at once', async () => {
  const all = await instances()
  const task = await all.ann.create('/tasks', { workspace: all.workspace })
  const projects = await atOnce(() => projectOf(all), 24)
  const answers = await Promise.all(
    projects.map(({ gid }) => all.ann.post(`/tasks/${task}/addProject`, { project: gid })),
  )
  assert.deepEqual(countByStatus(answers), { 200: 20, 400: 4 })
})

test('one section stays when all are deleted at once, and no task is lost', async () => {
  const all = await instances()
  const { ann, store } = all
  for (let round = 0; round < 4; round++) {
    const { gid, sections } = await projectOf(all, ['One', 'Two', 'Three'])
    const tasks = await atOnce(() => ann.create('/tasks', { workspace: all.workspace }), 3)
    const [deleted, put] = await Promise.all([
      Promise.all(sections.map(section => ann.delete(`/sections/${section}`))),
      Promise.all(sections.map((section, one) => ann.post(`/sections/${section}/addTask`, { task: tasks[one] }))),
    ])
    const left = store.read.db.selectFrom('sections').select('gid').where('project', '=', Number(gid))
    assert.equal((await left.execute()).length, 3 - (countByStatus(deleted)[200] ?? 0))
    assert.ok((await left.execute()).length > 0)
    const memberships = store.read.db
      .selectFrom('task_memberships')
      .select('section')
      .where('project', '=', Number(gid))
    assert.equal((await memberships.execute()).length, countByStatus(put)[200] ?? 0)
  }
})

const ids = async ({ store }: Instances, field: string) =>
  (
    await store.read.db
      .selectFrom('custom_field_values')
      .select('text_value')
      .where('custom_field', '=', Number(field))
      .execute()
  )
    .map(({ text_value }) => Number(text_value?.split('-')[1]))
    .sort((a, b) => a - b)

const first = (count: number) => Array.from({ length: count }, (_, one) => one + 1)

test('tasks that are created at once get ID numbers without gaps or duplicates', async () => {
  const all = await instances()
  const projects = [await projectOf(all), await projectOf(all)]
  const field = await makeField(all as never, 'text', { id_prefix: 'BUG' })
  for (const { gid } of projects) await applyField(all.ann, gid, field)
  await atOnce(one => all.ann.create('/tasks', { projects: [projects[one % 2]?.gid] }))
  assert.deepEqual(await ids(all, field), first(20))
})

test('tasks that are created, added or renamed while an ID field is added all get numbers', async () => {
  const all = await instances()
  const { ann, workspace } = all
  for (let round = 0; round < 4; round++) {
    const { gid } = await projectOf(all)
    const field = await makeField(all as never, 'text', { name: `Number ${round}`, id_prefix: `R${round}` })
    const existing = await ann.create('/tasks', { projects: [gid] })
    const other = await ann.create('/tasks', { workspace })
    await Promise.all([
      ...first(6).map(() => ann.create('/tasks', { projects: [gid] })),
      ann.post(`/tasks/${other}/addProject`, { project: gid }),
      applyField(ann, gid, field),
      ann.put(`/tasks/${existing}`, { name: 'Renamed' }),
    ])
    assert.deepEqual(await ids(all, field), first(8))
  }
})

test('a task that is restored from the trash while an ID field is added gets a number', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const visitor = await signedIn(all, ann)
  for (let round = 0; round < 4; round++) {
    const { gid } = await projectOf(all)
    const field = await makeField(all as never, 'text', { name: `Number ${round}`, id_prefix: `R${round}` })
    const task = await ann.create('/tasks', { projects: [gid] })
    await ann.delete(`/tasks/${task}`)
    const [{ status }] = await Promise.all([
      visitor.post(`/organizations/${workspace}/trash/${task}/restore`),
      applyField(ann, gid, field),
    ])
    assert.equal(status, 200)
    assert.deepEqual(await ids(all, field), first(1))
  }
})

test('one of deleting a section and adding a task to it at once is refused', async () => {
  const all = await instances()
  const { ann, store } = all
  const { gid: project, sections } = await projectOf(all, ['First', 'Second'])
  const [, section] = sections.map(Number)
  const task = await ann.create('/tasks', { memberships: [{ project, section: sections[1] }] })
  await ann.delete(`/tasks/${task}`)
  const [deleted, made] = await whileBlockedBy<Answer[]>(
    store,
    tx => findForUpdate(tx, 'task_memberships', { task: Number(task) }),
    () => ann.delete(`/sections/${section}`),
    () => ann.post('/tasks', { memberships: [{ project, section: sections[1] }] }),
  )
  assert.deepEqual([deleted?.status, made?.status].sort(), [200, 400])
})

test('items that are added to a portfolio at once have distinct positions, up to the maximum', async () => {
  const { ann, store, workspace } = await instances()
  const portfolio = Number(await ann.create('/portfolios', { workspace, name: 'Full' }))
  const items = await atOnce(one => ann.create('/projects', { workspace, name: `Item ${one}` }), 12)
  const row = { portfolio, item_type: 'project', workspace: Number(workspace), is_access_control_inherited: 0 }
  await store.write(tx => {
    const ranks = ranksBetween(null, null, 1495)
    const rows = ranks.map(rank => ({ gid: tx.gid(), item: tx.gid(), rank, ...row, created_at: tx.now }))
    return insertAll(tx, 'portfolio_items', rows)
  })
  const add = (item: string) => ann.post(`/portfolios/${portfolio}/addItem`, { item })
  assert.deepEqual(countByStatus(await Promise.all([...items, ...items].map(add))), { 200: 10, 400: 14 })
  const found = store.read.db.selectFrom('portfolio_items').select('rank').where('portfolio', '=', portfolio)
  mustDiffer(await found.execute(), 1500)
})
