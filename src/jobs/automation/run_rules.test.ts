/** Runs: whose rights they have, what stops them, and what pauses a rule. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleWorld, ruleWorld } from '../../../test/harness/automation/rules.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { setActive } from '../../../test/harness/work.ts'
import type { Json } from '../../../test/harness/world.ts'
import { createOperationRunner } from '../../http/operations.ts'
import { update } from '../../store/change.ts'
import type { Store } from '../../store/db.ts'
import { runRules } from './run_rules.ts'

const COMMENT = [{ kind: 'comment', text: 'ran' }]
const MINUTE_MS = 60_000

/** A rule of Ben. */
async function ruleOfBen(w: RuleWorld, trigger: Json, actions: Json[]): Promise<Json> {
  const rule = { project: w.project, name: 'Rule of Ben', trigger, actions }
  return (await ok((await signedIn(w, w.ben)).post('/rules', rule))).data
}

const runsOf = async (w: RuleWorld, gid: string): Promise<Json[]> =>
  (await ok(w.console.get(`/rules/${gid}/runs`))).data as unknown as Json[]

test('a rule has the rights of its owner, and not those of the user who started it', async () => {
  const w = await ruleWorld()
  const { gid } = await ruleOfBen(w, { kind: 'task_added' }, [{ kind: 'assign', assignee: w.ann.gid }, ...COMMENT])
  const task = await w.task()
  const { data: stories } = await ok(w.ann.get(`/tasks/${task}/stories?opt_fields=created_by,resource_subtype`))
  const comment = (stories as unknown as Json[]).find(({ resource_subtype }) => resource_subtype === 'comment_added')
  assert.equal(comment?.created_by.gid, w.ben.gid)
  assert.equal((await runsOf(w, gid))[0]?.state, 'done')
})

test('a rule whose owner lost the right to edit the project pauses, and tells why', async () => {
  const w = await ruleWorld()
  const { gid } = await ruleOfBen(w, { kind: 'task_added' }, COMMENT)
  await ok(w.ann.post(`/projects/${w.project}/removeMembers`, { members: [w.ben.gid] }))
  const task = await w.task()
  assert.deepEqual(await w.comments(task), [])
  const { is_active, paused_reason } = await w.shown(gid)
  assert.deepEqual([is_active, paused_reason], [false, 'Its owner can no longer edit the project.'])
  assert.match(w.announced.join(), /Rule of Ben.* was paused/)
})

test('a rule whose owner left the organization pauses', async () => {
  const w = await ruleWorld()
  const { gid } = await ruleOfBen(w, { kind: 'task_added' }, COMMENT)
  await setActive(w, w.ben, false)
  assert.deepEqual(await w.comments(await w.task()), [])
  assert.equal((await w.shown(gid)).is_active, false)
})

test('a rule of a deleted project pauses, and stays paused when the project is restored', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'incoming_request' }, COMMENT)
  await ok(w.ann.delete(`/projects/${w.project}`))
  await w.tick()
  await ok(w.console.post(`/organizations/${w.workspace}/trash/${w.project}/restore`))
  const { is_active, paused_reason } = await w.shown(gid)
  assert.deepEqual([is_active, paused_reason], [false, 'The project was deleted.'])
})

test('a rule pauses when the plan of the organization has no rules', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'task_added' }, COMMENT)
  await w.store.write(tx => update(tx, 'workspaces', { gid: Number(w.workspace) }, { plan: 'free' }))
  assert.deepEqual(await w.comments(await w.task()), [])
  const { is_active, paused_reason } = await w.shown(gid)
  assert.deepEqual([is_active, paused_reason], [false, 'Rules are not available on your current plan.'])
})

test('a run fails when an object of the definition is deleted, and the fifth failure pauses the rule', async () => {
  const w = await ruleWorld()
  const [todo, done] = w.sections
  const { gid } = await w.rule({ kind: 'task_added' }, [...COMMENT, { kind: 'move', section: done }])
  await ok(w.ann.delete(`/sections/${done}`))
  const task = await w.task()
  assert.deepEqual(await w.comments(task), [])
  const error = `actions: [1]: section: Not a recognized ID: ${done}`
  const { is_active, failures, last_error } = await w.shown(gid)
  assert.deepEqual([is_active, failures, last_error], [true, 1, error])
  for (let more = 0; more < 4; more++) await w.task()
  const paused = await w.shown(gid)
  const reason = `It failed 5 times in a row. The last error: ${error}`
  assert.deepEqual([paused.is_active, paused.paused_reason], [false, reason])
  assert.match(w.announced.join(), /failed 5 times in a row/)
  await w.task()
  assert.equal((await runsOf(w, gid)).length, 5)
  const repaired = await ok(w.console.put(`/rules/${gid}`, { actions: [{ kind: 'move', section: todo }] }))
  assert.deepEqual([repaired.data.is_active, repaired.data.last_error], [false, null])
})

test('a success ends a series of failures', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'task_added' }, [{ kind: 'set_field', field: 'name', value: '{{task.name}}x' }])
  const long = 'n'.repeat(1024)
  for (const name of [long, long, long, long, 'short', long]) await w.task({ name })
  const { is_active, failures } = await w.shown(gid)
  assert.deepEqual([is_active, failures], [true, 1])
})

test('a task that left the project before the run is skipped', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'incoming_request' }, COMMENT)
  const { rule_trigger } = await w.shown(gid)
  const [moved, deleted] = [await w.task(), await w.task()]
  for (const resource of [moved, deleted])
    await ok(w.ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data: {} }))
  await ok(w.ann.post(`/tasks/${moved}/removeProject`, { project: w.project }))
  await ok(w.ann.delete(`/tasks/${deleted}`))
  await w.tick()
  assert.deepEqual(
    (await runsOf(w, gid)).map(({ state, reason }) => [state, reason]),
    [
      ['skipped', 'The task is no longer in the project.'],
      ['skipped', 'The task is no longer in the project.'],
    ],
  )
})

test('the runs that wait when a rule is paused are skipped', async () => {
  const w = await ruleWorld()
  const { gid, rule_trigger } = await w.rule({ kind: 'incoming_request' }, COMMENT)
  const resource = await w.task()
  await ok(w.ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data: {} }))
  await ok(w.console.post(`/rules/${gid}/pause`))
  await w.tick()
  assert.deepEqual(
    (await runsOf(w, gid)).map(({ state, reason }) => [state, reason]),
    [['skipped', 'The rule was paused.']],
  )
})

test('a change of a rule starts other rules, and two rules that start each other end', async () => {
  const w = await ruleWorld()
  const [todo, done] = w.sections
  const there = await w.rule({ kind: 'task_moved', section: todo }, [{ kind: 'move', section: done }])
  const back = await w.rule({ kind: 'task_moved', section: done }, [{ kind: 'move', section: todo }])
  await w.task()
  await w.settle()
  const states = async (gid: string) => (await runsOf(w, gid)).map(({ depth, state }) => `${depth} ${state}`)
  assert.deepEqual(await states(there.gid), ['5 done', '3 done', '1 done'])
  assert.deepEqual(await states(back.gid), ['6 failed', '4 done', '2 done'])
  assert.equal((await w.shown(back.gid)).last_error, 'A chain of more than 5 rules ended here.')
  await w.tick(MINUTE_MS)
  assert.equal((await runsOf(w, there.gid)).length, 3)
})

test('a rule that starts itself ends', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'field_changed', field: 'name' }, [
    { kind: 'set_field', field: 'name', value: '{{task.name}}!' },
  ])
  const task = await w.task({ name: 'A' })
  await ok(w.ann.put(`/tasks/${task}`, { name: 'B' }))
  await w.settle()
  assert.equal((await w.look(task)).name, 'B!!!!!')
  assert.equal((await runsOf(w, gid)).length, 6)
})

test('a change of a user after a chain starts a chain of its own', async () => {
  const w = await ruleWorld()
  await w.rule({ kind: 'field_changed', field: 'name' }, [
    { kind: 'set_field', field: 'name', value: '{{task.name}}!' },
  ])
  const task = await w.task({ name: 'A' })
  for (const name of ['B', 'C']) {
    await ok(w.ann.put(`/tasks/${task}`, { name }))
    await w.settle()
    assert.equal((await w.look(task)).name, `${name}!!!!!`)
  }
})

test('the runs of a project above 300 in a minute wait', async () => {
  const w = await ruleWorld()
  const { rule_trigger } = await w.rule({ kind: 'incoming_request' }, [
    { kind: 'set_field', field: 'notes', value: 'x' },
  ])
  const resource = await w.task()
  for (let count = 0; count < 310; count++)
    await ok(w.ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data: {} }))
  const waiting = () =>
    w.store.read.db
      .selectFrom('rule_runs')
      .select('gid')
      .where('finished_at', 'is', null)
      .execute()
      .then(rows => rows.length)
  await w.tick()
  assert.equal(await waiting(), 10)
  await w.tick(MINUTE_MS / 2)
  assert.equal(await waiting(), 10)
  await w.tick(MINUTE_MS / 2)
  assert.equal(await waiting(), 0)
})

test('finished runs are deleted after seven days', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule({ kind: 'task_added' }, COMMENT)
  await w.task()
  await w.tick(8 * 24 * 60 * MINUTE_MS)
  assert.deepEqual(await runsOf(w, gid), [])
})

test('a project that is purged takes its rules with it', async () => {
  const w = await ruleWorld()
  await w.rule({ kind: 'incoming_request' }, [...COMMENT, { kind: 'send_request', url: 'https://example.com' }])
  await w.task()
  await ok(w.ann.delete(`/projects/${w.project}`))
  await w.tick(31 * 24 * 60 * MINUTE_MS)
  await w.tick()
  const { db } = w.store.read
  for (const table of ['rules', 'rule_triggers', 'rule_runs'] as const)
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table)
})

/** The job of a worker that loses its lease after it failed to perform a run: `others` act before it records that. */
function lateJob(w: RuleWorld, others: () => Promise<void>) {
  let writes = 0
  const write: Store['write'] = async (...given) => {
    if (++writes === 2) await others()
    return w.store.write(...given)
  }
  return jobOn(Object.create(w.store, { write: { value: write } }))
}

function jobOn(store: Store) {
  const options = { store, clock: store.clock, log: () => {}, notify: async () => {} }
  return runRules({
    ...options,
    operations: createOperationRunner({ ...options, key: 'a key of thirty-two characters..' }),
  })
}

/** A run that waits, and fails while the name of its task is as long as it can be. */
async function waitingRun(w: RuleWorld) {
  const { gid, rule_trigger } = await w.rule({ kind: 'incoming_request' }, [
    { kind: 'set_field', field: 'name', value: '{{task.name}}x' },
  ])
  const resource = await w.task({ name: 'n'.repeat(1024) })
  await ok(w.ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data: {} }))
  return { gid, task: resource }
}

test('a worker that is late to record a failure leaves a run as another worker ended it', async () => {
  const w = await ruleWorld()
  const { gid, task } = await waitingRun(w)
  const late = lateJob(w, async () => {
    await ok(w.ann.put(`/tasks/${task}`, { name: 'short' }))
    await jobOn(w.store).perform(Number(w.project))
  })
  await late.perform(Number(w.project))
  assert.deepEqual(
    (await runsOf(w, gid)).map(({ state, reason }) => [state, reason]),
    [['done', null]],
  )
  const { failures, last_error } = await w.shown(gid)
  assert.deepEqual([failures, last_error], [0, null])
})

test('a failure that two workers record counts once', async () => {
  const w = await ruleWorld()
  const { gid } = await waitingRun(w)
  const late = lateJob(w, async () => void (await jobOn(w.store).perform(Number(w.project))))
  await late.perform(Number(w.project))
  assert.deepEqual([(await runsOf(w, gid))[0]?.state, (await w.shown(gid)).failures], ['failed', 1])
})
