/** Actions: what a rule does to its task, as its owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleWorld, ruleWorld } from '../../../test/harness/automation/rules.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import type { Json } from '../../../test/harness/world.ts'
import { createOperationRunner } from '../../http/operations.ts'
import { actorOf } from './run.ts'

/** The task on which a rule of Ann performed these actions; Ben created it. */
async function taskAfter(w: RuleWorld, ...actions: Json[]): Promise<string> {
  await w.rule({ kind: 'task_added' }, actions)
  const gid = await w.ben.create('/tasks', { name: 'Bolt', projects: [w.project] })
  await w.tick()
  return gid
}

test('an action sets fields of the task', async () => {
  const w = await ruleWorld()
  const set = (field: string, value: unknown) => ({ kind: 'set_field', field, value })
  const task = await taskAfter(
    w,
    ...[set('name', '{{task.name}}!'), set('notes', 'From {{task.gid}}'), set('completed', true)],
    set('due_on', '2026-03-01'),
  )
  const { name, notes, completed, due_on } = await w.look(task)
  assert.deepEqual([name, notes, completed, due_on], ['Bolt!', `From ${task}`, true, '2026-03-01'])
})

test('an action clears a field', async () => {
  const w = await ruleWorld()
  await w.rule({ kind: 'field_changed', field: 'assignee' }, [{ kind: 'set_field', field: 'due_on', value: null }])
  const task = await w.task({ due_on: '2026-03-01' })
  await ok(w.ann.put(`/tasks/${task}`, { assignee: 'me' }))
  await w.tick()
  assert.equal((await w.look(task)).due_on, null)
})

test('an action sets the value of a custom field', async () => {
  const w = await ruleWorld()
  const { ann, workspace, project } = w
  const custom_field = await ann.create('/custom_fields', { workspace, name: 'Color', resource_subtype: 'text' })
  await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
  const task = await taskAfter(w, { kind: 'set_custom_field', custom_field, value: 'blue' })
  assert.equal((await w.look(task)).custom_fields[0].text_value, 'blue')
})

test('an action sets the due date to a day from now in the time zone of the owner', async () => {
  const w = await ruleWorld()
  const task = await taskAfter(w, { kind: 'set_due_date', in_days: 3 })
  assert.equal((await w.look(task)).due_on, '2026-01-08')
})

test('an action moves the task to a section', async () => {
  const w = await ruleWorld()
  const [, done] = w.sections
  const task = await taskAfter(w, { kind: 'move', section: done })
  assert.equal((await w.look(task)).memberships[0].section.gid, done)
})

test('an action assigns the task, and another one removes the assignee', async () => {
  const w = await ruleWorld()
  const task = await taskAfter(w, { kind: 'assign', assignee: 'me' })
  assert.equal((await w.look(task)).assignee.gid, w.ann.gid)
  await w.rule({ kind: 'task_completed' }, [{ kind: 'assign', assignee: null }])
  await ok(w.ann.put(`/tasks/${task}`, { completed: true }))
  await w.tick()
  assert.equal((await w.look(task)).assignee, null)
})

test('an action adds the task to another project', async () => {
  const w = await ruleWorld()
  const task = await taskAfter(w, { kind: 'add_to_project', project: w.other })
  const { memberships } = await w.look(task)
  assert.deepEqual(memberships.map((membership: Json) => membership.project.gid).sort(), [w.project, w.other].sort())
})

test('an action creates a subtask', async () => {
  const w = await ruleWorld()
  const task = await taskAfter(w, {
    ...{ kind: 'create_subtask', name: 'Check {{task.name}}', assignee: w.ben.email, in_days: 1 },
  })
  const { data } = await ok(w.ann.get(`/tasks/${task}/subtasks?opt_fields=name,assignee,due_on,created_by`))
  const [{ name, assignee, due_on, created_by }] = data as unknown as Json[] as [Json]
  assert.deepEqual([name, assignee.gid, due_on, created_by.gid], ['Check Bolt', w.ben.gid, '2026-01-06', w.ann.gid])
})

test('what a rule does names its owner, in stories and in events', async () => {
  const w = await ruleWorld()
  const { sync } = (await w.ann.get(`/events?resource=${w.project}`)).body
  const task = await taskAfter(
    w,
    { kind: 'comment', text: 'Hello' },
    { kind: 'set_field', field: 'name', value: 'New' },
  )
  const { data: stories } = await ok(w.ann.get(`/tasks/${task}/stories?opt_fields=created_by,resource_subtype`))
  const authors = (stories as unknown as Json[]).map(({ created_by, resource_subtype }) => [
    resource_subtype,
    created_by.gid,
  ])
  assert.deepEqual(authors, [
    ['added_to_project', w.ben.gid],
    ['comment_added', w.ann.gid],
    ['name_changed', w.ann.gid],
  ])
  const { data: events } = await ok(w.ann.get(`/events?resource=${w.project}&sync=${sync}`))
  const renamed = (events as unknown as Json[]).find(({ change }) => change?.field === 'name')
  assert.equal(renamed?.user.gid, w.ann.gid)
})

test('the actions of a rule happen all or not at all', async () => {
  const w = await ruleWorld()
  const task = await taskAfter(
    w,
    { kind: 'comment', text: 'Never seen' },
    { kind: 'set_field', field: 'due_on', value: 'someday' },
  )
  assert.deepEqual(await w.comments(task), [])
})

test('variables are replaced by the values of the request, once, as texts', async () => {
  const w = await ruleWorld()
  const text = '{{ who }} {{count}} {{flag}} {{list}} {{none}}|{{unknown}}|{{task.name}} {{who} {{}}'
  const { rule_trigger } = await w.rule({ kind: 'incoming_request' }, [{ kind: 'comment', text }])
  const resource = await w.task({ name: 'Bolt' })
  const action_data = {
    who: '{{count}} <b>',
    count: 2,
    flag: true,
    list: [1, { a: 'b' }],
    none: null,
    'task.name': 'no',
  }
  await ok(w.ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data }))
  await w.tick()
  assert.deepEqual(await w.comments(resource), ['{{count}} <b> 2 true [1,{"a":"b"}] ||Bolt {{who} {{}}'])
})

test('a text that variables make too long fails the run', async () => {
  const w = await ruleWorld()
  const { gid, rule_trigger } = await w.rule({ kind: 'incoming_request' }, [
    { kind: 'comment', text: '{{long}}'.repeat(1000) },
  ])
  const resource = await w.task()
  const action_data = { long: 'x'.repeat(10_000) }
  await ok(w.ann.post(`/rule_triggers/${rule_trigger.gid}/run`, { resource, action_data }))
  await w.tick()
  assert.match((await w.shown(gid)).last_error, /more than 65535 characters/)
  assert.deepEqual(await w.comments(resource), [])
})

test('an action needs the permissions of the roles of the owner', async () => {
  const w = await ruleWorld()
  const { ann, ben, workspace, store } = w
  const terms = { description: 'x', base_role_type: 'member', permissions: { task_deletion_policy: 'none' } }
  const role = await ann.create('/roles', { workspace, name: 'Role', ...terms })
  const task_gid = await w.task()
  const operations = createOperationRunner({ key: 'x', clock: store.clock })
  const remove = async () => {
    const actor = await actorOf(store.read, Number(ben.gid))
    return store.write(tx => operations.perform(tx, actor, { id: 'deleteTask', path: { task_gid }, body: {} }))
  }
  await ok((await signedIn(w, ann)).put(`/organizations/${workspace}/people/${ben.gid}/role`, { role }))
  await assert.rejects(remove, /does not include the permission task_deletion_policy/)
  await ok(ann.delete(`/roles/${role}`))
  await remove()
})
