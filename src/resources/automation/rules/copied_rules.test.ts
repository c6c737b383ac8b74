/** The rules of a copy of a project: what they name, whose they are, and who gets them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleWorld, ruleWorld } from '../../../../test/harness/automation/rules.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import type { Json, Person } from '../../../../test/harness/world.ts'
import { update } from '../../../store/change.ts'

/** Duplicates the project of a world and runs the job. Returns the gid of the copy. */
async function duplicate(w: RuleWorld, person: Person = w.ann, body: Json = {}): Promise<string> {
  const { data } = await ok(person.post(`/projects/${w.project}/duplicate`, { name: 'Copy', ...body }))
  await w.settle()
  const job = await ok(person.get(`/jobs/${data.gid}`))
  assert.equal(job.data.status, 'succeeded')
  return job.data.new_project.gid
}

/** The rules of a project as a person sees them, in order. */
const rulesIn = async (w: RuleWorld, person: Person, project: string): Promise<Json[]> =>
  (await ok((await signedIn(w, person)).get(`/rules?project=${project}`))).data as unknown as Json[]

const COMMENT = { kind: 'comment', text: 'ran' }

/** Adds a field with options that belongs to the project alone. Returns its gid and those of the options. */
async function addOwnField({ ann, project }: RuleWorld): Promise<{ field: string; options: string[] }> {
  const own = { name: 'Own', resource_subtype: 'enum', enum_options: [{ name: 'Low' }, { name: 'High' }] }
  const { data } = await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field: own }))
  return { field: data.custom_field.gid, options: data.custom_field.enum_options.map(({ gid }: Json) => gid) }
}

test('the rules of a copy name its sections, its custom fields with their options, and the copy itself', async () => {
  const w = await ruleWorld()
  const { field, options } = await addOwnField(w)
  const [todo, done] = w.sections
  await w.rule(
    { kind: 'task_moved', section: done },
    [
      { kind: 'move', section: todo },
      { kind: 'set_custom_field', custom_field: field, value: options[1] },
      { kind: 'add_to_project', project: w.project, section: done },
      { kind: 'add_to_project', project: w.other },
      { kind: 'assign', assignee: w.ben.gid },
    ],
    [
      { kind: 'custom_field', custom_field: field, is: 'is', value: options[0] },
      { kind: 'field', field: 'name', is: 'is', value: options[0] },
    ],
  )
  const copy = await duplicate(w)
  const { data: sections } = await ok(w.ann.get(`/projects/${copy}/sections`))
  const { data: settings } = await ok(
    w.ann.get(`/projects/${copy}/custom_field_settings?opt_fields=custom_field.enum_options`),
  )
  const [newTodo, newDone] = sections.map(({ gid }: Json) => gid)
  const { gid: newField, enum_options } = settings[0].custom_field
  const [low, high] = enum_options.map(({ gid }: Json) => gid)
  assert.ok(newDone !== done && newField !== field && high !== options[1])
  const [rule] = await rulesIn(w, w.ann, copy)
  assert.deepEqual(rule?.trigger, { section: newDone, kind: 'task_moved' })
  assert.deepEqual(rule?.actions, [
    { section: newTodo, kind: 'move' },
    { custom_field: newField, value: high, kind: 'set_custom_field' },
    { project: copy, section: newDone, kind: 'add_to_project' },
    { project: w.other, kind: 'add_to_project' },
    { assignee: w.ben.gid, kind: 'assign' },
  ])
  assert.deepEqual(rule?.conditions, [
    { custom_field: newField, is: 'is', value: low, kind: 'custom_field' },
    { field: 'name', is: 'is', value: options[0], kind: 'field' },
  ])
})

test('a copied rule does not start on copied tasks, and starts on new ones', async () => {
  const w = await ruleWorld()
  await w.task({ name: 'Old' })
  await w.rule({ kind: 'task_added' }, [COMMENT])
  const copy = await duplicate(w)
  const { data: tasks } = await ok(w.ann.get(`/projects/${copy}/tasks`))
  assert.deepEqual(await w.comments(tasks[0].gid), [])
  const fresh = await w.ann.create('/tasks', { name: 'New', projects: [copy] })
  await w.settle()
  assert.deepEqual(await w.comments(fresh), ['ran'])
})

test('the user who duplicates a project owns the copies of its rules, and a paused one stays paused', async () => {
  const w = await ruleWorld()
  const active = await w.rule({ kind: 'task_completed' }, [COMMENT])
  const paused = await w.rule({ kind: 'incoming_request' }, [COMMENT])
  await ok(w.console.post(`/rules/${paused.gid}/pause`))
  const team = await w.ben.create('/teams', { organization: w.workspace, name: 'Own' })
  const copy = await duplicate(w, w.ben, { team })
  const [first, second] = await rulesIn(w, w.ben, copy)
  assert.deepEqual([first?.owner.gid, first?.is_active, first?.rule_trigger], [w.ben.gid, true, null])
  assert.deepEqual([second?.owner.gid, second?.is_active, second?.paused_reason], [w.ben.gid, false, null])
  assert.ok(second?.rule_trigger.gid && second.rule_trigger.gid !== paused.rule_trigger.gid)
  assert.equal((await w.shown(active.gid)).owner.gid, w.ann.gid)
  await ok((await signedIn(w, w.ben)).post(`/rules/${second.gid}/activate`))
  const task = await w.ben.create('/tasks', { name: 'Task', projects: [copy] })
  await ok(w.ben.post(`/rule_triggers/${second.rule_trigger.gid}/run`, { resource: task, action_data: {} }))
  await w.settle()
  const { data: stories } = await ok(w.ben.get(`/tasks/${task}/stories?opt_fields=text`))
  assert.ok(stories.some(({ text }: Json) => text === 'ran'))
})

test('an active rule that names a field which is not copied is paused in the copy, and tells why', async () => {
  const w = await ruleWorld()
  const ids = { name: 'ID', resource_subtype: 'text', id_prefix: 'SRC' }
  const { data } = await ok(w.ann.post(`/projects/${w.project}/addCustomFieldSetting`, { custom_field: ids }))
  const condition = { kind: 'custom_field', custom_field: data.custom_field.gid, is: 'is_set' }
  await w.rule({ kind: 'task_added' }, [COMMENT], [condition])
  const [rule] = await rulesIn(w, w.ann, await duplicate(w))
  assert.equal(rule?.is_active, false)
  assert.equal(rule?.paused_reason, 'It names a section or a custom field that was not copied with the project.')
})

test('a user who cannot manage the rules of a project gets a copy without them', async () => {
  const w = await ruleWorld()
  await w.rule({ kind: 'task_added' }, [COMMENT])
  const members = `/projects/${w.project}/project_memberships`
  const { data: memberships } = await ok(w.ann.get(`${members}?user=${w.ben.gid}`))
  const team = await w.ben.create('/teams', { organization: w.workspace, name: 'Own' })
  assert.equal((await rulesIn(w, w.ben, await duplicate(w, w.ben, { team }))).length, 1)
  await ok(w.ann.put(`/memberships/${memberships[0].gid}`, { access_level: 'commenter' }))
  assert.deepEqual(await rulesIn(w, w.ben, await duplicate(w, w.ben, { team })), [])
})

test('a copy has no rules on a plan without rules', async () => {
  const w = await ruleWorld()
  await w.rule({ kind: 'task_added' }, [COMMENT])
  await w.store.write(tx => update(tx, 'workspaces', { gid: Number(w.workspace) }, { plan: 'free' }))
  const copy = await duplicate(w)
  assert.deepEqual(
    await w.store.read.db.selectFrom('rules').select('gid').where('project', '=', Number(copy)).execute(),
    [],
  )
})
