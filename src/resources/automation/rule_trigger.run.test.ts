/** The operation that runs a rule. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleWorld, ruleWorld } from '../../../test/harness/automation/rules.ts'
import { ok } from '../../../test/harness/sample.ts'
import type { Answer, Person } from '../../../test/harness/world.ts'
import { insertAll, update } from '../../store/change.ts'

async function withTrigger() {
  const w = await ruleWorld()
  const { gid, rule_trigger } = await w.rule({ kind: 'incoming_request' }, [{ kind: 'comment', text: 'Hi {{who}}' }])
  const task = await w.task()
  const run = (person: Person, resource: unknown = task, action_data: unknown = { who: 'you' }) =>
    person.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data })
  return { ...w, rule_gid: gid as string, trigger: rule_trigger.gid as string, the: task, run }
}

const refused = ({ status, message }: Answer) => [status, message]

test('a request runs the rule on the task, with its values', async () => {
  const w = await withTrigger()
  const { status, body } = await w.run(w.ben)
  assert.equal(status, 200)
  assert.deepEqual(body, { data: { message: 'Successfully saved the payload and ran the rule' } })
  await w.tick()
  assert.deepEqual(await w.comments(w.the), ['Hi you'])
})

test('a guest of the project runs the rule, and a stranger finds neither the trigger nor the task', async () => {
  const w = await withTrigger()
  const [gil, eva] = [await w.person('Gil', { is_guest: true }), await w.person('Eva')]
  await ok(w.ann.post(`/projects/${w.project}/addMembers`, { members: [gil.gid] }))
  assert.equal((await w.run(gil)).status, 200)
  assert.deepEqual(refused(await w.run(eva)), [404, `rule_trigger: Not a recognized ID: ${w.trigger}`])
  const unknown = await eva.post('/rule_triggers/12/run', { resource: w.the, action_data: {} })
  assert.deepEqual(refused(unknown), [404, 'rule_trigger: Not a recognized ID: 12'])
})

test('a user who can only view the task cannot run the rule', async () => {
  const w = await withTrigger()
  const vic = await w.person('Vic', { is_view_only: true })
  await ok(w.ann.post(`/projects/${w.project}/addMembers`, { members: [vic.gid] }))
  assert.equal((await w.run(vic)).status, 403)
})

test('a task that is not in the project of the rule is refused', async () => {
  const w = await withTrigger()
  const elsewhere = await w.task({ projects: [w.other] })
  assert.deepEqual(refused(await w.run(w.ann, elsewhere)), [400, `resource: Unknown object: ${elsewhere}`])
  const subtask = await w.ann.create(`/tasks/${w.the}/subtasks`, { name: 'Part' })
  assert.deepEqual(refused(await w.run(w.ann, subtask)), [400, `resource: Unknown object: ${subtask}`])
  assert.deepEqual(refused(await w.run(w.ann, '12')), [400, 'resource: Not a recognized ID: 12'])
  assert.deepEqual(refused(await w.run(w.ann, { gid: w.the })), [400, 'resource: Not a valid GID type: object'])
})

test('both members of the body are required, and the values are an object of bounded size', async () => {
  const w = await withTrigger()
  const post = (data: object) => w.ann.post(`/rule_triggers/${w.trigger}/run`, data)
  assert.deepEqual(refused(await post({ action_data: {} })), [400, 'resource: Missing input'])
  assert.deepEqual(refused(await post({ resource: w.the })), [400, 'action_data: Missing input'])
  for (const [action_data, shown] of [
    ['text', 'text'],
    [1, '1'],
    [[], 'array'],
  ] as const)
    assert.deepEqual(refused(await w.run(w.ann, w.the, action_data)), [
      400,
      `action_data: Value is not a JSON object: ${shown}`,
    ])
  const long = { text: 'x'.repeat(16 * 1024) }
  assert.deepEqual(refused(await w.run(w.ann, w.the, long)), [400, 'action_data: Must have at most 16384 bytes'])
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
  assert.deepEqual(refused(await w.run(w.ann, w.the, deep)), [400, 'action_data: Must have at most 5 levels'])
  const odd = JSON.parse('{"__proto__":"a","constructor":"b","\\ud800":"\\ud800","\\u0000":"\\u0000"}')
  assert.equal((await w.run(w.ann, w.the, odd)).status, 200)
  await w.tick()
  assert.deepEqual(await w.comments(w.the), ['Hi '])
})

test('a paused rule and a free plan are refused', async () => {
  const w = await withTrigger()
  await ok(w.console.post(`/rules/${w.rule_gid}/pause`))
  assert.deepEqual(refused(await w.run(w.ann)), [403, 'This rule is paused.'])
  await w.store.write(tx => update(tx, 'workspaces', { gid: Number(w.workspace) }, { plan: 'free' }))
  assert.deepEqual(refused(await w.run(w.ann)), [402, 'Rules are not available on your current plan.'])
})

test('a trigger of a deleted rule or of a deleted project does not exist', async () => {
  const w = await withTrigger()
  await ok(w.ann.delete(`/projects/${w.project}`))
  assert.equal((await w.run(w.ann)).status, 404)
  await ok(w.console.post(`/organizations/${w.workspace}/trash/${w.project}/restore`))
  assert.equal((await w.run(w.ann)).status, 200)
  await ok(w.console.delete(`/rules/${w.rule_gid}`))
  assert.equal((await w.run(w.ann)).status, 404)
})

test('a trigger keeps its gid while the rule has one, and no longer', async () => {
  const w = await withTrigger()
  const put = async (trigger: object) =>
    (await ok(w.console.put(`/rules/${w.rule_gid}`, { trigger }))).data.rule_trigger
  assert.equal((await put({ kind: 'incoming_request' })).gid, w.trigger)
  assert.equal(await put({ kind: 'task_added' }), null)
  assert.equal((await w.run(w.ann)).status, 404)
  assert.notEqual((await put({ kind: 'incoming_request' })).gid, w.trigger)
})

test('a request is refused while a thousand runs of the project wait', async () => {
  const w = await withTrigger()
  await fillQueue(w, w.rule_gid, w.the)
  const answer = await w.run(w.ann)
  assert.deepEqual([answer.status, answer.headers['retry-after']], [429, '60'])
})

/** Makes as many runs wait as may wait. */
async function fillQueue({ store, project, workspace, clock }: RuleWorld, rule: string, task: string) {
  const run = { rule: Number(rule), project: Number(project), workspace: Number(workspace), task: Number(task) }
  const waiting = { change: null, depth: 1, payload: '{}', state: 'waiting', reason: '', created_at: clock.now }
  const open = { finished_at: null, first_change: null, last_change: null }
  await store.write(tx =>
    insertAll(
      tx,
      'rule_runs',
      Array.from({ length: 1000 }, () => ({ gid: tx.gid(), ...run, ...waiting, ...open })),
    ),
  )
}
