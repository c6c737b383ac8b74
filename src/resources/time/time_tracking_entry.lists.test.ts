/** Lists of entries: each filter, their combinations, pages, and what other people see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { timeOffice } from '../../../test/harness/samples/time.ts'
import { allPages, gidsOf } from '../../../test/harness/work.ts'
import type { Person } from '../../../test/harness/world.ts'

/** Entries of two people in a project and in a second one, of days of two weeks; both projects are in a portfolio. */
async function office() {
  const home = await timeOffice()
  const { ann, editor, workspace, project, enter } = home
  const other = await ann.create('/projects', { workspace, name: 'Other', privacy_setting: 'private' })
  const second = await ann.create('/tasks', { workspace, name: 'Second', projects: [other] })
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Portfolio' })
  for (const item of [project, other]) await ok(ann.post(`/portfolios/${portfolio}/addItem`, { item }))
  const category = await ann.create('/time_tracking_categories', { workspace, name: 'Design' })
  const entries = {
    monday: await enter(ann, { entered_on: '2026-01-05', categories: [category] }),
    sunday: await enter(ann, { entered_on: '2026-01-04' }),
    theirs: await enter(editor, { entered_on: '2026-01-06', categories: [category] }),
    second: await enter(ann, { entered_on: '2026-01-03', categories: [category] }, second),
  }
  const name = (gid: string) => Object.entries(entries).find(([, one]) => one === gid)?.[0] ?? gid
  const listed = async (who: Person, query: string) =>
    (await gidsOf(who, `/time_tracking_entries${query}`)).map(name).join(' ')
  return { ...home, other, second, portfolio, category, entries, listed, name }
}

test('each filter selects its entries by their day, and filters are combined', async () => {
  const { ann, editor, workspace, project, other, task, portfolio, listed } = await office()
  const start = { start_date: '2026-01-05', end_date: '2026-01-11' }
  const sheet = await ann.create('/timesheet_approval_statuses', { user: ann.gid, workspace, ...start })
  const all = `workspace=${workspace}&entered_on_start_date=2026-01-01`
  const expected: [query: string, names: string][] = [
    [`?task=${task}`, 'sunday monday theirs'],
    [`?attributable_to=${other}`, 'second'],
    [`?attributable_to=${project}&user=me`, 'sunday monday'],
    [`?user=${editor.gid}`, 'theirs'],
    [`?portfolio=${portfolio}`, 'sunday monday theirs second'],
    [`?portfolio=${portfolio}&user=${ann.gid}`, 'second sunday monday'],
    [`?portfolio=${portfolio}&entered_on_end_date=2026-01-04`, 'sunday second'],
    [`?portfolio=${portfolio}&task=${task}&user=me`, 'sunday monday'],
    [`?${all}`, 'second sunday monday theirs'],
    [`?${all}&entered_on_end_date=2026-01-05`, 'second sunday monday'],
    [`?workspace=${workspace}&entered_on_end_date=2026-01-03`, 'second'],
    [`?timesheet_approval_status=${sheet}`, 'monday'],
    [`?timesheet_approval_status=${sheet}&user=${editor.gid}`, ''],
    [`?${all}&attributable_to=${project}&user=me&task=${task}`, 'sunday monday'],
  ]
  for (const [query, names] of expected) assert.equal(await listed(ann, query), names, query)
})

test('a list without a filter, and one of a workspace without a day, are refused', async () => {
  const { ann, workspace } = await office()
  for (const query of ['', '?entered_on_start_date=2026-01-01', `?workspace=${workspace}`, '?task=', '?user=1']) {
    assert.equal((await ann.get(`/time_tracking_entries${query}`)).status, 400, query)
  }
})

test('lists omit entries of tasks that the caller cannot see', async () => {
  const { ann, editor, stranger, workspace, project, other, portfolio, category, second, listed } = await office()
  await ok(ann.post(`/portfolios/${portfolio}/addMembers`, { members: [editor.gid, stranger.gid] }))
  const all = `?workspace=${workspace}&entered_on_start_date=2026-01-01`
  const seen = 'sunday monday theirs'
  assert.equal(await listed(editor, all), seen)
  assert.equal(await listed(editor, `?portfolio=${portfolio}`), seen)
  assert.equal(await listed(editor, `?user=${ann.gid}`), 'sunday monday')
  const ofCategory = (await ok(editor.get(`/time_tracking_categories/${category}/time_tracking_entries`))).data
  assert.equal(ofCategory.length, 2)
  for (const query of [all, `?portfolio=${portfolio}`, `?user=${ann.gid}`])
    assert.equal(await listed(stranger, query), '')
  for (const query of [`?attributable_to=${project}`, `?task=${second}`]) {
    assert.equal((await stranger.get(`/time_tracking_entries${query}`)).status, 400)
  }
  // Who can see a task sees its entries, but not that it is of a hidden project of the portfolio.
  await ok(ann.post(`/tasks/${second}/addFollowers`, { followers: [stranger.gid] }))
  assert.equal(await listed(stranger, all), 'second')
  assert.equal(await listed(stranger, `?portfolio=${portfolio}`), '')
  const [entry] = (await ok(stranger.get(`/tasks/${second}/time_tracking_entries`))).data as unknown as [object]
  assert.deepEqual({ ...entry, attributable_to: null }, entry)
  assert.equal((await stranger.get(`/time_tracking_entries?attributable_to=${other}`)).status, 400)
})

test('the entries of a category can be limited to days', async () => {
  const { ann, category, name } = await office()
  const path = `/time_tracking_categories/${category}/time_tracking_entries`
  const days = async (query: string) => (await gidsOf(ann, `${path}${query}`)).map(name).join(' ')
  assert.equal(await days(''), 'second monday theirs')
  assert.equal(await days('?start_date=2026-01-05'), 'monday theirs')
  assert.equal(await days('?start_date=2026-01-04&end_date=2026-01-05'), 'monday')
})

test('the pages of a portfolio have each entry once, project by project, also where a page ends inside a project', async () => {
  const { ann, portfolio, enter, second, listed } = await office()
  for (let day = 10; day < 13; day++) {
    for (const one of [undefined, second]) await enter(ann, { entered_on: `2026-01-${day}` }, one)
  }
  const path = `/time_tracking_entries?portfolio=${portfolio}`
  const whole = await gidsOf(ann, path)
  assert.equal(whole.length, 10)
  assert.match(await listed(ann, `?portfolio=${portfolio}`), /^sunday monday theirs \d+ \d+ \d+ second/)
  for (const limit of [1, 2, 3, 6, 7])
    assert.deepEqual(await allPages(ann, `${path}&limit=${limit}`), whole, `${limit}`)
})
