/** Metrics of goals that clients write. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followObject } from '../../../test/harness/follower.ts'
import { ok } from '../../../test/harness/sample.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

async function goalOffice() {
  const all = await world()
  const goal = await all.ann.create('/goals', { workspace: all.workspace, name: 'Grow' })
  const setMetric = (metric: Json) => all.ann.post(`/goals/${goal}/setMetric`, metric)
  const setValue = (current_number_value: unknown, by = all.ann) =>
    by.post(`/goals/${goal}/setMetricCurrentValue`, { current_number_value })
  return { ...all, goal, setMetric, setValue }
}

test('a metric is set, shown and replaced', async () => {
  const { ann, goal, setMetric, setValue } = await goalOffice()
  const given = {
    ...{ precision: 2, unit: 'currency', currency_code: 'EUR', initial_number_value: 10, target_number_value: 5000 },
    ...{ current_number_value: 1234.567, progress_source: 'manual', is_custom_weight: false },
  }
  const { status, data } = await setMetric(given)
  const { gid, ...metric } = data.metric
  assert.equal(status, 200)
  assert.deepEqual(metric, {
    ...{ ...given, current_number_value: 1234.57, resource_type: 'goal_metric', resource_subtype: 'number' },
    current_display_value: '€1,234.57',
  })
  assert.deepEqual((await ok(ann.get(`/goals/${goal}`))).data, data)
  const value = await ok(setValue(20))
  assert.deepEqual(value.data.metric, { ...data.metric, current_number_value: 20, current_display_value: '€20.00' })
  const replaced = (await ok(setMetric({ target_number_value: 7 }))).data.metric
  assert.deepEqual(replaced, {
    ...{ gid, resource_type: 'goal_metric', resource_subtype: 'number', precision: 0, unit: 'none' },
    ...{ currency_code: null, initial_number_value: 0, target_number_value: 7, current_number_value: 0 },
    ...{ current_display_value: '0', progress_source: 'manual', is_custom_weight: false },
  })
  assert.equal(
    (await ok(setMetric({ unit: 'percentage', current_number_value: 0.256 }))).data.metric.target_number_value,
    1,
  )
  assert.equal(
    (await ok(ann.get(`/goals/${goal}?opt_fields=metric.current_display_value`))).data.metric.current_display_value,
    '26%',
  )
})

test('an invalid metric is refused', async () => {
  const { goal, ann, setMetric, setValue } = await goalOffice()
  const none = await setValue(1)
  assert.deepEqual([none.status, none.message], [400, 'The goal has no metric. Set one with setMetric'])
  const refused = async (metric: Json) => {
    const { status, message } = await setMetric({ target_number_value: 10, ...metric })
    assert.equal(status, 400)
    return message
  }
  const equal = 'target_number_value: Must differ from initial_number_value'
  assert.equal(await refused({ initial_number_value: 10 }), equal)
  assert.equal(await refused({ initial_number_value: 9.9 }), equal, 'equal as stored')
  assert.equal(await refused({ target_number_value: undefined }), 'target_number_value: Missing input')
  assert.equal(await refused({ precision: 7 }), 'precision: Must be a whole number between 0 and 6')
  assert.equal(await refused({ unit: 'euro' }), 'unit: Not a recognized value: euro')
  assert.equal(await refused({ unit: 'currency' }), 'currency_code: Not an ISO 4217 code: null')
  assert.equal(await refused({ unit: 'currency', currency_code: 'EURO' }), 'currency_code: Not an ISO 4217 code: EURO')
  assert.equal(await refused({ progress_source: 'guess' }), 'progress_source: Not a recognized value: guess')
  assert.equal(
    await refused({ target_number_value: 12_345_678_901_234_567_000 }),
    'target_number_value: Must be between -1000000000000000 and 1000000000000000',
  )
  assert.equal(await refused({ current_number_value: 'much' }), 'current_number_value: Not a number: much')
  assert.equal((await ok(ann.get(`/goals/${goal}`))).data.metric, null)
  assert.equal((await setValue(undefined)).message, 'current_number_value: Missing input')
})

test('the number of what is calculated cannot be written', async () => {
  const { setMetric, setValue } = await goalOffice()
  const calculated = 'current_number_value: Cannot be set: it is calculated from what supports the goal'
  for (const progress_source of [
    'subgoal_progress',
    'project_task_completion',
    'project_milestone_completion',
    'task_completion',
  ]) {
    const both = await setMetric({ progress_source, current_number_value: 1 })
    assert.deepEqual([both.status, both.message], [400, calculated])
    const { metric } = (await ok(setMetric({ progress_source }))).data
    assert.deepEqual([metric.unit, metric.current_number_value, metric.current_display_value], ['percentage', 0, '0%'])
    const later = await setValue(1)
    assert.deepEqual([later.status, later.message], [400, calculated])
  }
})

test('only the creator of an external metric sets its number', async () => {
  const { ann, ben, goal, workspace, setMetric, setValue } = await goalOffice()
  await ok(ann.post('/memberships', { parent: goal, member: ben.gid, access_level: 'admin' }))
  const canManage = async (by: typeof ann) => (await ok(by.get(`/goals/${goal}`))).data.metric.can_manage
  await ok(setMetric({ progress_source: 'external', target_number_value: 10 }))
  assert.deepEqual([await canManage(ann), await canManage(ben)], [true, false])
  const refused = await setValue(3, ben)
  assert.deepEqual(
    [refused.status, refused.message],
    [403, 'Only the creator of an external metric can set its number.'],
  )
  assert.equal((await ok(setValue(3))).data.metric.current_number_value, 3)
  await ok(setMetric({ progress_source: 'manual', target_number_value: 10 }))
  assert.deepEqual([await canManage(ann), await canManage(ben)], [undefined, undefined])
  assert.equal((await ok(setValue(4, ben))).data.metric.current_number_value, 4)
  assert.ok(workspace)
})

test('admins set the metric, editors its number', async () => {
  const { ann, ben, goal, setMetric, setValue, person } = await goalOffice()
  await ok(setMetric({ target_number_value: 10 }))
  await ok(ann.post('/memberships', { parent: goal, member: ben.gid, access_level: 'editor' }))
  assert.equal((await ben.post(`/goals/${goal}/setMetric`, { target_number_value: 5 })).status, 403)
  await ok(setValue(4, ben))
  assert.equal((await setValue(5, await person('Cai'))).status, 403)
  assert.equal((await setValue(5, await person('Sam', null))).status, 404)
})

test('the status of a goal can be written when it has a metric', async () => {
  const { ann, goal, setMetric } = await goalOffice()
  const without = await ann.put(`/goals/${goal}`, { status: 'green' })
  assert.deepEqual([without.status, without.message], [400, 'status: Cannot be set on a goal without a metric'])
  await ok(setMetric({ target_number_value: 10 }))
  for (const status of ['green', 'yellow', 'red', 'missed', 'achieved', 'partial', 'dropped', null])
    assert.equal((await ok(ann.put(`/goals/${goal}`, { status }))).data.status, status)
})

test('a change of the metric is a change of the goal', async () => {
  const { ann, goal, setMetric, setValue } = await goalOffice()
  const stream = await followObject(ann, goal)
  await ok(setMetric({ target_number_value: 10 }))
  await ok(setValue(3))
  await ok(setValue(3))
  const events = await stream.poll()
  assert.deepEqual(
    events.map(({ action, resource, change }) => [action, resource.gid, change]),
    Array(2).fill(['changed', goal, { field: 'metric', action: 'changed' }]),
  )
})

test('metrics need the plan business', async () => {
  const { workspace, store, setMetric, setValue } = await goalOffice()
  await ok(setMetric({ target_number_value: 10 }))
  await store.write(tx => update(tx, 'workspaces', { gid: Number(workspace) }, { plan: 'premium' }))
  for (const { status, message } of [await setMetric({ target_number_value: 5 }), await setValue(5)])
    assert.deepEqual([status, message], [402, 'Goals are not available on your current plan.'])
})
