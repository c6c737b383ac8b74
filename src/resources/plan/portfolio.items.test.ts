import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { portfolioOffice } from '../../../test/harness/samples/portfolios.ts'
import { allPages, gidsOf, makeProject } from '../../../test/harness/work.ts'
import { ranksBetween } from '../../lib/rank.ts'
import { insertAll } from '../../store/change.ts'

/** The office with three more projects in its portfolio, all of which Ann can see. */
async function office() {
  const all = await portfolioOffice()
  const { ann, workspace, portfolio, project, addItem } = all
  const make = (name: string) => ann.create('/projects', { workspace, name })
  const [b, c, d] = [await make('B'), await make('C'), await make('D')]
  for (const gid of [b, c, d]) await ok(addItem(gid))
  const items = () => gidsOf(ann, `/portfolios/${portfolio}/items`)
  return { ...all, a: project, b, c, d, items, make }
}

test('items are listed in their order, projects and portfolios alike', async () => {
  const { ann, workspace, portfolio, a, b, c, d, addItem, items } = await office()
  const inner = await ann.create('/portfolios', { workspace, name: 'Inner' })
  const added = await addItem(inner, { insert_before: c })
  assert.deepEqual([added.status, added.body], [200, { data: {} }])
  assert.deepEqual(await items(), [a, b, inner, c, d])
  const { data } = await ann.get(`/portfolios/${portfolio}/items?limit=3`)
  assert.deepEqual(data, [
    { gid: a, resource_type: 'project', name: 'Project' },
    { gid: b, resource_type: 'project', name: 'B' },
    { gid: inner, resource_type: 'portfolio', name: 'Inner' },
  ])
  assert.deepEqual(await allPages(ann, `/portfolios/${portfolio}/items?limit=2`), [a, b, inner, c, d])
  const fields = 'name,privacy_setting,resource_type,default_view'
  const named = (await ann.get(`/portfolios/${portfolio}/items?opt_fields=${fields}`)).data
  assert.deepEqual(named.slice(1, 3), [
    { gid: b, resource_type: 'project', name: 'B', privacy_setting: 'private', default_view: 'list' },
    { gid: inner, resource_type: 'portfolio', name: 'Inner', privacy_setting: 'members_only' },
  ])
  const removed = await ann.post(`/portfolios/${portfolio}/removeItem`, { item: inner })
  assert.deepEqual([removed.status, removed.body], [200, { data: {} }])
  assert.deepEqual(await items(), [a, b, c, d])
})

test('an item is added next to another one, and moved when it is added again', async () => {
  const { a, b, c, d, addItem, items, make } = await office()
  await ok(addItem(d, { insert_before: a }))
  assert.deepEqual(await items(), [d, a, b, c])
  await ok(addItem(d, { insert_after: a }))
  assert.deepEqual(await items(), [a, d, b, c])
  await ok(addItem(a))
  await ok(addItem(d, { insert_after: d }))
  assert.deepEqual(await items(), [a, d, b, c])
  const e = await make('E')
  await ok(addItem(e, { insert_after: c }))
  assert.deepEqual(await items(), [a, d, b, c, e])
  const both = await addItem(d, { insert_before: a, insert_after: b })
  assert.deepEqual([both.status, both.message], [400, 'You may only provide one of insert_before or insert_after!'])
  const f = await make('F')
  const absent = await addItem(d, { insert_before: f })
  assert.deepEqual([absent.status, absent.message], [400, `insert_before: Unknown object: ${f}`])
})

test('what cannot be an item is refused with the text of an unknown object', async () => {
  const all = await office()
  const { ann, ben, portfolio, addItem, person, make } = all
  const { gid: hidden } = await makeProject(all, { members: [[ben, 'admin']] })
  const sam = await person('Sam', null)
  const task = await ann.create('/tasks', { workspace: all.workspace, name: 'Task' })
  for (const item of [hidden, task, sam.gid, '1']) {
    for (const verb of ['addItem', 'removeItem']) {
      const { status, message } = await ann.post(`/portfolios/${portfolio}/${verb}`, { item })
      assert.deepEqual([status, message], [400, `item: Not a recognized ID: ${item}`])
    }
  }
  assert.equal((await ann.post(`/portfolios/${portfolio}/addItem`)).message, 'item: Missing input')
  const absent = await make('Absent')
  const removed = await ann.post(`/portfolios/${portfolio}/removeItem`, { item: absent })
  assert.deepEqual([removed.status, removed.message], [400, `item: Unknown object: ${absent}`])
  await ok(ann.delete(`/projects/${absent}`))
  assert.equal((await addItem(absent)).message, `item: Unknown object: ${absent}`)
})

test('items that the caller cannot see are left out of the list', async () => {
  const all = await office()
  const { ann, editor, viewer, portfolio, a, b, c, d } = all
  const path = `/portfolios/${portfolio}/items`
  assert.deepEqual(await gidsOf(viewer, path), [])
  await ok(ann.post(`/projects/${c}/addMembers`, { members: [viewer.gid] }))
  await ok(ann.put(`/projects/${d}`, { public: true }))
  assert.deepEqual(await gidsOf(viewer, path), [c, d])
  assert.deepEqual(await allPages(viewer, `${path}?limit=1`), [c, d])
  assert.deepEqual(await gidsOf(editor, path), [d])
  await ok(ann.delete(`/projects/${d}`))
  assert.deepEqual(await gidsOf(viewer, path), [c])
  assert.deepEqual(await gidsOf(ann, path), [a, b, c])
})

test('a portfolio cannot contain itself, at any depth', async () => {
  const { ann, workspace } = await portfolioOffice()
  const make = (name: string) => ann.create('/portfolios', { workspace, name })
  const [one, two, three] = [await make('One'), await make('Two'), await make('Three')]
  const add = (portfolio: string, item: string) => ann.post(`/portfolios/${portfolio}/addItem`, { item })
  await ok(add(one, two))
  await ok(add(two, three))
  for (const item of [one, two, three]) {
    const { status, message } = await add(three, item)
    assert.deepEqual([status, message], [400, 'item: A portfolio cannot contain itself'])
  }
  // The same portfolio can be reached in two ways.
  await ok(add(one, three))
  await ok(ann.delete(`/portfolios/${two}`))
  assert.equal((await add(three, one)).status, 400)
})

test('a portfolio has at most 1,500 items', async () => {
  const { store, workspace, portfolio, a, addItem, make, items } = await office()
  const ranks = ranksBetween('b00', null, 1496)
  await store.write(async tx => {
    const base = { portfolio: Number(portfolio), workspace: Number(workspace), item_type: 'project' }
    const more = { is_access_control_inherited: 0, created_at: tx.now }
    const rows = ranks.map(rank => ({ gid: tx.gid(), item: tx.gid(), rank, ...base, ...more }))
    await insertAll(tx, 'portfolio_items', rows)
  })
  const last = await make('Last')
  const refused = await addItem(last)
  assert.deepEqual([refused.status, refused.message], [400, 'A portfolio can have at most 1500 items'])
  assert.equal((await items()).length, 4)
  assert.equal((await addItem(a, { insert_before: a })).status, 200, 'an item can still be moved')
})
