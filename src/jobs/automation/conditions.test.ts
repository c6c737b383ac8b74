/** Conditions: a rule acts only where all of them hold. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleWorld, ruleWorld } from '../../../test/harness/automation/rules.ts'
import { ok } from '../../../test/harness/sample.ts'
import type { Json } from '../../../test/harness/world.ts'

const ACTIONS = [{ kind: 'comment', text: 'ran' }]

/** Whether a rule with these conditions acts on a task with these values. */
async function acts(w: RuleWorld, values: Json, ...conditions: Json[]): Promise<boolean> {
  const { gid } = await w.rule({ kind: 'task_added' }, ACTIONS, conditions)
  const task = await w.task(values)
  await ok(w.console.delete(`/rules/${gid}`))
  return (await w.comments(task)).length > 0
}

test('a field compares with a value', async () => {
  const w = await ruleWorld()
  const field = (name: string, is: string, value?: unknown) => ({ kind: 'field', field: name, is, value })
  const values = { name: 'Paint the Bridge', assignee: w.ben.gid, due_on: '2026-02-01' }
  const cases: [boolean, Json][] = [
    [true, field('name', 'is', 'Paint the Bridge')],
    [false, field('name', 'is', 'Paint')],
    [true, field('name', 'is_not', 'Paint')],
    [true, field('name', 'contains', 'bridge')],
    [false, field('name', 'contains', 'tunnel')],
    [true, field('assignee', 'is', w.ben.gid)],
    [false, field('assignee', 'is', w.ann.gid)],
    [true, field('assignee', 'is_set')],
    [false, field('assignee', 'is_not_set')],
    [true, field('start_on', 'is_not_set')],
    [true, field('completed', 'is', false)],
    [false, field('completed', 'is', true)],
    [true, field('due_on', 'greater_than', '2026-01-31')],
    [false, field('due_on', 'greater_than', '2026-02-01')],
    [true, field('due_on', 'less_than', '2026-02-02')],
    [false, field('start_on', 'less_than', '2026-02-02')],
    [true, field('resource_subtype', 'is', 'default_task')],
    [false, field('approval_status', 'is', 'pending')],
  ]
  for (const [expected, condition] of cases)
    assert.equal(await acts(w, values, condition), expected, JSON.stringify(condition))
})

test('all conditions must hold', async () => {
  const w = await ruleWorld()
  const name = { kind: 'field', field: 'name', is: 'is', value: 'A' }
  const assigned = { kind: 'field', field: 'assignee', is: 'is_set' }
  assert.equal(await acts(w, { name: 'A' }, name, assigned), false)
  assert.equal(await acts(w, { name: 'A', assignee: 'me' }, name, assigned), true)
})

test('the value of a custom field of each type compares with a value', async () => {
  const w = await ruleWorld()
  const { ann, ben, workspace, project } = w
  const make = async (resource_subtype: string, more: Json = {}) => {
    const custom_field = await ann.create('/custom_fields', {
      workspace,
      name: resource_subtype,
      resource_subtype,
      ...more,
    })
    await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
    return custom_field
  }
  const enum_options = [{ name: 'One' }, { name: 'Two' }]
  const text = await make('text')
  const number = await make('number', { precision: 1 })
  const single = await make('enum', { enum_options })
  const multi = await make('multi_enum', { enum_options })
  const date = await make('date')
  const people = await make('people')
  const options = async (gid: string): Promise<string[]> =>
    (await ok(ann.get(`/custom_fields/${gid}`))).data.enum_options.map((option: Json) => option.gid)
  const [first, second] = await options(single)
  const [left, right] = await options(multi)
  const custom_fields = {
    ...{ [text]: 'blue', [number]: 7.5, [single]: first, [multi]: [left], [people]: [ben.gid] },
    [date]: { date: '2026-05-01' },
  }
  const when = (custom_field: string, is: string, value?: unknown) => ({
    kind: 'custom_field',
    custom_field,
    is,
    value,
  })
  const cases: [boolean, Json][] = [
    [true, when(text, 'is', 'blue')],
    [false, when(text, 'is', 'red')],
    [true, when(number, 'greater_than', 7)],
    [false, when(number, 'greater_than', 10)],
    [true, when(number, 'less_than', '10')],
    [true, when(single, 'is', first)],
    [false, when(single, 'is', second)],
    [true, when(multi, 'contains', left)],
    [false, when(multi, 'contains', right)],
    [true, when(multi, 'is', left)],
    [true, when(date, 'is', '2026-05-01')],
    [true, when(people, 'contains', ben.gid)],
    [false, when(people, 'is_not_set')],
  ]
  for (const [expected, condition] of cases)
    assert.equal(await acts(w, { custom_fields }, condition), expected, JSON.stringify(condition))
})

test('a condition on a section or a tag holds for the tasks that have it', async () => {
  const w = await ruleWorld()
  const [todo, done] = w.sections
  const tag = await w.ann.create('/tags', { workspace: w.workspace, name: 'Urgent' })
  assert.equal(await acts(w, {}, { kind: 'section', section: todo }), true)
  assert.equal(await acts(w, {}, { kind: 'section', section: done }), false)
  assert.equal(await acts(w, { tags: [tag] }, { kind: 'tag', tag }), true)
  assert.equal(await acts(w, {}, { kind: 'tag', tag }), false)
})

test('a condition on a value of the request compares what the request sent', async () => {
  const w = await ruleWorld()
  const conditions = [{ kind: 'payload', name: 'severity', is: 'greater_than', value: 3 }]
  const { rule_trigger } = await w.rule({ kind: 'incoming_request' }, ACTIONS, conditions)
  const run = async (action_data: Json) => {
    const resource = await w.task()
    await ok(w.ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data }))
    await w.tick()
    return (await w.comments(resource)).length
  }
  assert.deepEqual([await run({ severity: 4 }), await run({ severity: 3 }), await run({})], [1, 0, 0])
})

test('a run whose condition does not hold is listed as skipped', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'task_added' }, ACTIONS, [{ kind: 'field', field: 'assignee', is: 'is_set' }])
  await w.task()
  const { data } = await ok(w.console.get(`/rules/${gid}/runs`))
  assert.deepEqual([data[0].state, data[0].reason], ['skipped', 'A condition does not hold.'])
  const { failures, last_error, last_run_at } = await w.shown(gid)
  assert.deepEqual([failures, last_error, typeof last_run_at], [0, null, 'string'])
})
