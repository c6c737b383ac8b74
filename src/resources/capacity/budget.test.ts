import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditor, eventTypes } from '../../../test/harness/auditor.ts'
import { applyField } from '../../../test/harness/fields.ts'
import { ok } from '../../../test/harness/sample.ts'
import { capacityOffice, statusesOf } from '../../../test/harness/samples/capacity.ts'
import type { Answer, Json } from '../../../test/harness/world.ts'

async function office() {
  const home = await capacityOffice()
  const { ann, ben, project, workspace, page } = home
  const restore = (gid: string) => page.post(`/organizations/${workspace}/trash/${gid}/restore`)
  const makeBudget = async (more: Json = {}): Promise<string> =>
    ann.create('/budgets', { parent: project, budget_type: 'time', ...more })
  const shown = async (gid: string): Promise<Json> => (await ok(ann.get(`/budgets/${gid}`))).data
  const change = async (gid: string, body: Json): Promise<Json> => (await ok(ann.put(`/budgets/${gid}`, body))).data
  const rate = (resource: string, amount: number | string) =>
    ann.create('/rates', { parent: project, resource, rate: amount })
  const task = (more: Json = {}) => ann.create('/tasks', { name: 'Task', projects: [project], ...more })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  /** An entry of Ann, or of another person who edits the project. */
  const enter = (of: string, duration_minutes: number, billable_status = 'billable', who = ann) =>
    who.create(`/tasks/${of}/time_tracking_entries`, { duration_minutes, billable_status, attributable_to: project })
  return { ...home, restore, makeBudget, shown, change, rate, task, enter }
}

const refusal = ({ status, message }: Answer) => [status, message]

test('a budget is created with its defaults, read, updated and deleted', async () => {
  const { ann, project } = await office()
  const made = await ann.post('/budgets', { parent: project, budget_type: 'time' })
  assert.equal(made.status, 201)
  const { gid } = made.data
  const billable_status_filter = 'billable'
  assert.deepEqual(made.data, {
    ...{ gid, resource_type: 'budget', budget_type: 'time' },
    estimate: { enabled: false, source: 'none', billable_status_filter, value: null, units: null },
    actual: { billable_status_filter, value: 0, units: 'minutes' },
    total: { enabled: false, value: null, units: null },
    parent: { gid: project, resource_type: 'project', name: 'Project' },
  })
  assert.deepEqual((await ok(ann.get(`/budgets/${gid}`))).data, made.data)
  assert.deepEqual((await ok(ann.get(`/budgets?parent=${project}`))).data, [made.data])
  const fields = 'total.value,estimate.enabled,parent.name'
  assert.deepEqual((await ok(ann.get(`/budgets/${gid}?opt_fields=${fields}`))).data, {
    ...{ gid, total: { value: null }, estimate: { enabled: false } },
    parent: { gid: project, name: 'Project' },
  })
  assert.deepEqual((await ann.delete(`/budgets/${gid}`)).body, { data: {} })
  assert.deepEqual(refusal(await ann.get(`/budgets/${gid}`)), [404, `budget: Unknown object: ${gid}`])
  assert.deepEqual((await ok(ann.get(`/budgets?parent=${project}`))).data, [])
  assert.equal((await ann.put(`/budgets/${gid}`, {})).status, 404)
})

test('a budget keeps a total for each type, and shows that of its own while it is enabled', async () => {
  const { makeBudget, change, shown, page, workspace } = await office()
  const gid = await makeBudget({ total: { enabled: true, value: 600 } })
  assert.deepEqual((await shown(gid)).total, { enabled: true, value: 600, units: 'minutes' })
  assert.deepEqual((await change(gid, { budget_type: 'cost' })).total, { enabled: true, value: null, units: 'USD' })
  assert.deepEqual((await change(gid, { total: { value: 99.5 } })).total.value, 99.5)
  assert.equal((await change(gid, { budget_type: 'time' })).total.value, 600)
  const disabled = { enabled: false, value: null, units: null }
  assert.deepEqual((await change(gid, { total: { enabled: false } })).total, disabled)
  assert.deepEqual((await change(gid, { budget_type: 'cost', total: { enabled: true } })).total.value, 99.5)
  await ok(page.put(`/organizations/${workspace}`, { currency_code: 'EUR' }))
  assert.deepEqual((await shown(gid)).total, { enabled: true, value: 99.5, units: 'EUR' })
  assert.deepEqual((await change(gid, { total: { value: null } })).total, { enabled: true, value: null, units: 'EUR' })
})

test('an invalid budget is refused, and changes nothing', async () => {
  const { ann, project, makeBudget, shown } = await office()
  const refused = async (more: Json) =>
    refusal(await ann.post('/budgets', { parent: project, budget_type: 'time', ...more }))
  assert.deepEqual(await refused({ parent: undefined }), [400, 'parent: Missing input'])
  assert.deepEqual(await refused({ budget_type: undefined }), [400, 'budget_type: Missing input'])
  const noSource = [400, 'estimate: source: Cannot be none while the estimate is enabled']
  const parts = [
    [{ budget_type: 'money' }, 'budget_type: Not a recognized value: money'],
    [{ estimate: { source: 'plans' } }, 'estimate: source: Not a recognized value: plans'],
    [{ estimate: { enabled: 'x' } }, 'estimate: enabled: Not true or false: x'],
    [{ estimate: 'x' }, 'estimate: Value is not a JSON object: x'],
    [{ actual: { billable_status_filter: 'nonBillable' } }, notRecognized('actual')],
    [{ estimate: { billable_status_filter: 'all' } }, notRecognized('estimate', 'all')],
    [{ total: { value: -1 } }, 'total: value: Must not be negative'],
    [{ total: { value: 'x' } }, 'total: value: Not a number: x'],
    [{ total: { enabled: null } }, 'total: enabled: Cannot be null'],
  ] as const
  for (const [more, text] of parts) assert.deepEqual(await refused(more), [400, text])
  assert.deepEqual(await refused({ estimate: { enabled: true } }), noSource)
  const gid = await makeBudget({ estimate: { enabled: true, source: 'tasks' } })
  assert.deepEqual(await refused({}), [400, 'A project can have only one budget'])
  const before = await shown(gid)
  assert.deepEqual(refusal(await ann.put(`/budgets/${gid}`, { estimate: { source: 'none' } })), noSource)
  assert.equal((await ann.put(`/budgets/${gid}`, { budget_type: 'cost', total: { value: -1 } })).status, 400)
  const moved = await ann.put(`/budgets/${gid}`, { parent: project })
  assert.deepEqual(refusal(moved), [400, 'parent: Cannot write this property'])
  assert.deepEqual(await shown(gid), before)
})

const notRecognized = (part: string, value = 'nonBillable') =>
  `${part}: billable_status_filter: Not a recognized value: ${value}`

test('only admins of a project see its budget', async () => {
  const { ann, editor, viewer, person, project, makeBudget } = await office()
  const gid = await makeBudget()
  const people = [editor, viewer, await person('Out'), await person('Sam', null)]
  assert.deepEqual(await statusesOf(people, who => who.get(`/budgets/${gid}`)), [404, 404, 404, 404])
  assert.deepEqual(await statusesOf(people, who => who.put(`/budgets/${gid}`, {})), [404, 404, 404, 404])
  assert.deepEqual(await statusesOf(people, who => who.delete(`/budgets/${gid}`)), [404, 404, 404, 404])
  assert.deepEqual(await statusesOf(people, who => who.get(`/budgets?parent=${project}`)), [403, 403, 400, 400])
  const body = { parent: project, budget_type: 'time' }
  assert.deepEqual(await statusesOf(people, who => who.post('/budgets', body)), [403, 403, 400, 400])
  assert.equal((await ann.get(`/budgets/${gid}`)).status, 200)
})

test('a plan without budgets answers 402 to each operation', async () => {
  const { ann, project, makeBudget, setPlan } = await office()
  const gid = await makeBudget()
  await setPlan('free')
  const answers = [
    await ann.get(`/budgets?parent=${project}`),
    await ann.get(`/budgets/${gid}`),
    await ann.post('/budgets', { parent: project, budget_type: 'time' }),
    await ann.put(`/budgets/${gid}`, {}),
    await ann.delete(`/budgets/${gid}`),
  ]
  for (const answer of answers) {
    assert.deepEqual(refusal(answer), [402, 'Budgets are not available on your current plan.'])
  }
})

test('the actual value adds up the entries that the filter selects, in minutes or at the rates of their users', async () => {
  const { ann, ben, makeBudget, change, rate, task, enter } = await office()
  const gid = await makeBudget()
  const [own, other] = [await task(), await task({ assignee: ben.gid })]
  await enter(own, 30)
  await enter(other, 20, 'billable', ben)
  await enter(own, 7, 'nonBillable')
  await enter(own, 3, 'notApplicable')
  const actual = async (billable_status_filter: string, budget_type: string) =>
    (await change(gid, { budget_type, actual: { billable_status_filter } })).actual.value
  const minutes = [await actual('billable', 'time'), await actual('non_billable', 'time'), await actual('any', 'time')]
  assert.deepEqual(minutes, [50, 7, 60])
  assert.equal(await actual('any', 'cost'), 0, 'without rates')
  await rate(ann.gid, 120)
  assert.deepEqual([await actual('billable', 'cost'), await actual('non_billable', 'cost')], [60, 14])
  await rate(ben.gid, '0.3')
  assert.deepEqual([await actual('billable', 'cost'), await actual('any', 'cost')], [60.1, 80.1])
})

test('the actual value follows changes of entries, tasks and rates', async () => {
  const { ann, makeBudget, shown, rate, task, enter, restore } = await office()
  const gid = await makeBudget({ budget_type: 'cost' })
  const actual = async () => (await shown(gid)).actual.value
  const [price, of] = [await rate(ann.gid, 60), await task()]
  const [first, second] = [await enter(of, 5), await enter(of, 10)]
  assert.equal(await actual(), 15)
  await ok(ann.put(`/time_tracking_entries/${first}`, { duration_minutes: 6 }))
  assert.equal(await actual(), 16)
  await ok(ann.put(`/rates/${price}`, { rate: 120 }))
  assert.equal(await actual(), 32)
  await ok(ann.delete(`/time_tracking_entries/${second}`))
  assert.equal(await actual(), 12)
  await ok(ann.delete(`/tasks/${of}`))
  assert.equal(await actual(), 0, 'the task is in the trash')
  await restore(of)
  assert.equal(await actual(), 12)
  await ok(ann.delete(`/rates/${price}`))
  assert.equal(await actual(), 0)
})

test('the entries of a user who leaves still count, at their rate', async () => {
  const { ann, ben, workspace, makeBudget, shown, rate, task, enter } = await office()
  const gid = await makeBudget({ budget_type: 'cost' })
  await rate(ben.gid, 30)
  await enter(await task({ assignee: ben.gid }), 120, 'billable', ben)
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.equal((await shown(gid)).actual.value, 60)
})

test('an estimate adds up the first duration field of the tasks, at the rates of their assignees', async () => {
  const { ann, ben, workspace, project, makeBudget, change, rate, task } = await office()
  const makeField = async (name: string, format: string) => {
    const field = await ann.create('/custom_fields', {
      ...{ workspace, name, resource_subtype: 'number', precision: 0, format },
    })
    await applyField(ann, project, field)
    return field
  }
  const gid = await makeBudget()
  const estimate = async (body: Json) => (await change(gid, { estimate: body })).estimate.value
  const tasks = { enabled: true, source: 'tasks' }
  assert.equal(await estimate(tasks), 0, 'without a field')
  const [plain, time, later] = [
    await makeField('Points', 'none'),
    await makeField('Time', 'duration'),
    await makeField('Later', 'duration'),
  ]
  await task({ assignee: ben.gid, custom_fields: { [plain]: 5, [time]: 90, [later]: 7 } })
  await task({ custom_fields: { [time]: 30 } })
  const gone = await task({ custom_fields: { [time]: 1000 } })
  await ok(ann.delete(`/tasks/${gone}`))
  assert.equal(await estimate(tasks), 120)
  assert.equal(await estimate({ billable_status_filter: 'any' }), 120)
  assert.equal(await estimate({ billable_status_filter: 'non_billable' }), 0, 'what is planned counts as billable')
  await rate(ben.gid, 20)
  await change(gid, { budget_type: 'cost' })
  assert.equal(await estimate({ billable_status_filter: 'billable' }), 30)
  assert.equal(await estimate({ enabled: false }), null)
})

test('an estimate from capacity plans adds up the working days of allocations, at the rates of their assignees', async () => {
  const { ann, ben, project, placeholder, makeBudget, change, rate } = await office()
  const gid = await makeBudget({ estimate: { enabled: true, source: 'capacity_plans' } })
  const value = async (budget_type: string) => (await change(gid, { budget_type })).estimate.value
  const days = { start_date: '2026-01-08', end_date: '2026-01-12' }
  const plan = (assignee: string, effort: Json | null) =>
    ann.create('/allocations', { parent: project, assignee, ...days, effort })
  await plan(ben.gid, { type: 'hours', value: 4 })
  await plan(placeholder, { type: 'percent', value: 33.33 })
  await plan(ann.gid, null)
  const part = 3 * 4.8 * 33.33
  assert.equal(await value('time'), 3 * 4 * 60 + Math.round(part * 1000) / 1000)
  await rate(ben.gid, 10)
  await rate(placeholder, 100)
  assert.equal(await value('cost'), 120 + 799.92)
})

test('a value of 20 digits is added up and shown exactly', async () => {
  const { ann, ben, makeBudget, rate, task, enter, change } = await office()
  const gid = await makeBudget({ budget_type: 'cost', total: { enabled: true, value: '99999999999999999999.5' } })
  await rate(ann.gid, '12345678901234567890.01')
  await rate(ben.gid, '0.00000000000000000001')
  const of = await task({ assignee: ben.gid })
  await enter(of, 60)
  await enter(of, 120, 'billable', ben)
  const { text } = await ann.get(`/budgets/${gid}`)
  assert.ok(text.includes('"value":12345678901234567890.01000000000000000002,'), text)
  assert.ok(text.includes('"value":99999999999999999999.5,'), text)
  await change(gid, { budget_type: 'time' })
  await enter(of, 1, 'nonBillable')
  await change(gid, { budget_type: 'cost', actual: { billable_status_filter: 'non_billable' } })
  const third = await ann.get(`/budgets/${gid}`)
  assert.ok(third.text.includes('"value":205761315020576131.5001666'), third.text)
})

test('a deleted budget is restored unless the project has another one by then', async () => {
  const home = await office()
  const { ann, makeBudget, restore, shown, project } = home
  const { newEntries } = await auditor(home)
  const gid = await makeBudget({ budget_type: 'cost' })
  await ok(ann.delete(`/budgets/${gid}`))
  const other = await makeBudget()
  const text = 'The project has another budget now: delete that one, then restore this one.'
  assert.deepEqual(refusal(await restore(gid)), [400, text])
  await ok(ann.delete(`/budgets/${other}`))
  await ok(restore(gid))
  assert.equal((await shown(gid)).budget_type, 'cost')
  assert.deepEqual(eventTypes(await newEntries()), ['budget_deleted', 'budget_deleted', 'budget_undeleted'])
  await ok(ann.delete(`/projects/${project}`))
  assert.equal((await ann.get(`/budgets/${gid}`)).status, 404)
  assert.equal((await ann.post('/budgets', { parent: project, budget_type: 'time' })).status, 400)
})
