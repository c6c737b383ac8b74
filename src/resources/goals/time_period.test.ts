import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { allPages, gidsOf } from '../../../test/harness/work.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { deleteAll, updateAll } from '../../store/change.ts'
import { createWorkspace } from '../people/rules/join.ts'
import { fiscalYearOf, periodsOf } from './rules/fiscal_year.ts'

const LISTED = 'opt_fields=display_name,start_on,end_on,period'

/** The listed time periods: name, first day, last day. */
async function listed(person: Person, workspace: string, filter = ''): Promise<string[][]> {
  const { data } = await ok(person.get(`/time_periods?workspace=${workspace}&${LISTED}${filter}`))
  return (data as Json[]).map(({ display_name, start_on, end_on }) => [display_name, start_on, end_on])
}

const setStart = async (all: World, month: unknown) =>
  (await signedIn(all, all.ann)).put(`/organizations/${all.workspace}`, { fiscal_year_start: month })

test('a new workspace has the periods of eleven fiscal years, each in the one that contains it', async () => {
  const { ann, workspace, clock } = await world()
  const year = new Date(clock.now).getUTCFullYear()
  const all = await listed(ann, workspace)
  assert.equal(all.length, 77)
  const two = (number: number) => `FY${number % 100}`
  assert.deepEqual(
    all.flatMap(([name]) => (name?.startsWith('FY') ? name : [])),
    Array.from({ length: 11 }, (_, index) => two(year - 5 + index)),
  )
  const now = all.filter(([name]) => name?.endsWith(two(year)))
  const named = (part: string, from: string, to: string) => [`${part}${two(year)}`, `${year}-${from}`, `${year}-${to}`]
  assert.deepEqual(now, [
    named('', '01-01', '12-31'),
    named('H1 ', '01-01', '06-30'),
    named('Q1 ', '01-01', '03-31'),
    named('Q2 ', '04-01', '06-30'),
    named('H2 ', '07-01', '12-31'),
    named('Q3 ', '07-01', '09-30'),
    named('Q4 ', '10-01', '12-31'),
  ])
})

test('a time period shows its parent', async () => {
  const { ann, workspace } = await world()
  const periods = (await ok(ann.get(`/time_periods?workspace=${workspace}&start_on=2026-02-01&end_on=2026-02-01`))).data
  const [year, half, quarter] = periods as unknown as Json[]
  assert.deepEqual(quarter, {
    ...{ gid: quarter?.gid, resource_type: 'time_period', end_on: '2026-03-31', start_on: '2026-01-01' },
    ...{ period: 'Q1', display_name: 'Q1 FY26' },
  })
  const shown = async (period?: Json) => (await ok(ann.get(`/time_periods/${period?.gid}`))).data
  assert.deepEqual(await shown(quarter), { ...quarter, parent: half })
  assert.deepEqual(await shown(half), { ...half, parent: year })
  assert.deepEqual(await shown(year), { ...year, parent: null })
})

test('a list of time periods has those that overlap the given dates', async () => {
  const { ann, workspace } = await world()
  const names = async (filter: string) => (await listed(ann, workspace, filter)).map(([name]) => name)
  assert.deepEqual(await names('&start_on=2026-03-31&end_on=2026-04-01'), [
    ...['FY26', 'H1 FY26', 'Q1 FY26', 'Q2 FY26'],
  ])
  assert.deepEqual(await names('&start_on=2031-12-31'), ['FY31', 'H2 FY31', 'Q4 FY31'])
  assert.deepEqual(await names('&end_on=2021-01-01'), ['FY21', 'H1 FY21', 'Q1 FY21'])
  assert.deepEqual(await names('&start_on=2026-05-01&end_on=2026-04-01'), ['FY26', 'H1 FY26', 'Q2 FY26'])
  const wrong = await ann.get(`/time_periods?workspace=${workspace}&start_on=2026-02-30`)
  assert.equal(wrong.status, 400)
  assert.equal((await ann.get('/time_periods')).message, 'workspace: Missing input')
})

test('the fiscal year follows the setting of the workspace, and periods keep their gids', async () => {
  const all = await world()
  const { ann, workspace } = all
  const gids = () => allPages(ann, `/time_periods?workspace=${workspace}&limit=10`)
  const before = await gids()
  await ok(setStart(all, 4))
  assert.equal((await ok((await signedIn(all, all.ben)).get(`/organizations/${workspace}`))).data.fiscal_year_start, 4)
  const april = await gids()
  assert.deepEqual(await listed(ann, workspace, '&start_on=2026-03-31&end_on=2026-04-01'), [
    ['FY26', '2025-04-01', '2026-03-31'],
    ['H2 FY26', '2025-10-01', '2026-03-31'],
    ['Q4 FY26', '2026-01-01', '2026-03-31'],
    ['FY27', '2026-04-01', '2027-03-31'],
    ['H1 FY27', '2026-04-01', '2026-09-30'],
    ['Q1 FY27', '2026-04-01', '2026-06-30'],
  ])
  const kept = (await ok(ann.get(`/time_periods/${before[0]}`))).data
  assert.deepEqual([kept.display_name, kept.start_on], ['FY21', '2021-01-01'])
  await ok(setStart(all, 1))
  assert.deepEqual(await gids(), before)
  await ok(setStart(all, 4))
  assert.deepEqual(await gids(), april)
})

test('only administrators set the start of the fiscal year, to a month', async () => {
  const all = await world()
  for (const month of [0, 13, 1.5, -1]) {
    const { status, message } = await setStart(all, month)
    assert.deepEqual([status, message], [400, 'fiscal_year_start: Must be a month, 1 to 12'])
  }
  const ben = await (await signedIn(all, all.ben)).put(`/organizations/${all.workspace}`, { fiscal_year_start: 4 })
  assert.equal(ben.status, 403)
  const sam = await signedIn(all, await all.person('Sam', null))
  assert.equal((await sam.put(`/organizations/${all.workspace}`, { fiscal_year_start: 4 })).status, 404)
})

test('the periods of later years are added in time, also after a change of the setting', async () => {
  const all = await world()
  const { ann, workspace, clock, jobs } = all
  await ok(setStart(all, 10))
  await ok(setStart(all, 1))
  clock.now = Date.UTC(2027, 9, 1)
  await jobs.tick()
  const names = async () => (await listed(ann, workspace)).map(([name]) => name)
  const first = await names()
  assert.deepEqual([first.at(0), first.at(-1), first.length], ['FY21', 'Q4 FY32', 84])
  clock.now += 24 * 60 * 60 * 1000
  await jobs.tick()
  assert.deepEqual(await names(), first, 'nothing is added twice')
  await ok(setStart(all, 10))
  const october = await names()
  assert.deepEqual([october.at(0), october.at(-1), october.length], ['FY21', 'Q4 FY33', 91])
})

test('a workspace of an older version gets its periods from the job', async () => {
  const { ann, workspace, store, jobs } = await world()
  const gids = (await gidsOf(ann, `/time_periods?workspace=${workspace}`)).map(Number)
  await store.write(async tx => {
    await updateAll(tx, 'time_periods', gids, { parent: null })
    await deleteAll(tx, 'time_periods', gids)
  })
  await jobs.tick()
  assert.equal((await listed(ann, workspace)).length, 77)
})

test('time periods are visible to the members of their workspace only', async () => {
  const { ann, person, workspace, store } = await world()
  const [period] = await gidsOf(ann, `/time_periods?workspace=${workspace}`)
  const sam = await person('Sam', null)
  assert.equal((await sam.get(`/time_periods/${period}`)).status, 404)
  assert.equal((await sam.get(`/time_periods?workspace=${workspace}`)).status, 400)
  const other = await store.write(tx => createWorkspace(tx, { name: 'Other', domains: null, plan: 'free' }))
  assert.equal((await ann.get(`/time_periods?workspace=${other}`)).status, 400)
})

test('the quarters, the halves and the years of every calendar follow each other without a gap', () => {
  const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  for (let month = 1; month <= 12; month++) {
    const periods = [2023, 2024, 2025].flatMap(year => periodsOf(year, month))
    for (const kind of ['FY', 'H', 'Q']) {
      const chain = periods.filter(({ period }) => period.startsWith(kind))
      for (const [index, { start_on, end_on, display_name }] of chain.entries()) {
        if (index > 0) assert.equal(start_on, dayAfter(chain[index - 1]?.end_on ?? ''), `${display_name} from ${month}`)
        const years = [start_on, end_on].map(date => fiscalYearOf(date, month) % 100)
        assert.deepEqual(years, [years[1], Number(display_name.slice(-2))], `${display_name} from ${month}`)
      }
    }
  }
  assert.deepEqual(
    [1, 2, 3, 12].map(month => fiscalYearOf('2024-02-29', month)),
    [2024, 2025, 2024, 2024],
  )
})
