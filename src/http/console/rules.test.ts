/** Managing rules: who can, and which definitions are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RuleWorld, ruleWorld } from '../../../test/harness/automation/rules.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import type { Answer, Json, Person } from '../../../test/harness/world.ts'
import { update } from '../../store/change.ts'

const trigger = { kind: 'task_added' }
const actions = [{ kind: 'comment', text: 'ran' }]
const definition = { name: 'Rule', trigger, conditions: [], actions }

const refused = ({ status, message }: Answer) => [status, message]

test('a rule is created, listed, read, changed and deleted', async () => {
  const w = await ruleWorld()
  const { project, console, ann } = w
  const made = await console.post('/rules', { project, ...definition, name: ' Greet ' })
  assert.equal(made.status, 201)
  const now = new Date(w.clock.now).toISOString()
  assert.deepEqual(made.data, {
    ...{ gid: made.data.gid, name: 'Greet', project: { gid: project, resource_type: 'project' } },
    ...{ owner: { gid: ann.gid, resource_type: 'user', name: 'Ann' }, is_active: true, paused_reason: null },
    ...{ trigger, conditions: [], actions, rule_trigger: null, failures: 0, last_error: null, last_run_at: null },
    ...{ created_at: now, modified_at: now },
  })
  assert.deepEqual((await ok(console.get(`/rules?project=${project}`))).data, [made.data])
  const path = `/rules/${made.data.gid}`
  const changed = await ok(console.put(path, { name: 'Welcome', trigger: { kind: 'incoming_request' } }))
  assert.deepEqual([changed.data.name, changed.data.actions], ['Welcome', actions])
  assert.match(changed.data.rule_trigger.gid, /^\d+$/)
  assert.deepEqual((await ok(console.get(path))).data, changed.data)
  assert.equal((await ok(console.post(`${path}/pause`))).data.is_active, false)
  assert.equal((await ok(console.post(`${path}/activate`))).data.is_active, true)
  assert.deepEqual((await ok(console.delete(path))).data, {})
  assert.deepEqual(refused(await console.get(path)), [404, `rule: Not a recognized ID: ${made.data.gid}`])
})

test('the kinds of parts are described with what their fields take', async () => {
  const w = await ruleWorld()
  const { triggers, conditions, actions: kinds } = (await ok(w.console.get('/rule_parts'))).data
  const named = (kind: string) => (part: Json) => part.kind === kind
  assert.deepEqual(triggers.find(named('task_moved')).fields, [
    {
      ...{ name: 'section', type: 'one', doc: 'The section; without it, any section.' },
      ...{ is_required: false, is_nullable: false, types: ['section'], values: [] },
    },
  ])
  const [field, is] = conditions.find(named('field')).fields
  assert.deepEqual([field.is_required, field.values.includes('due_on'), is.values[0]], [true, true, 'is'])
  const assign = kinds.find(named('assign')).fields[0]
  assert.deepEqual([assign.types, assign.is_nullable], [['user'], true])
})

test('a definition shows the gids of people and of objects, however the client named them', async () => {
  const w = await ruleWorld()
  const made = await w.rule({ kind: 'task_moved', section: Number(w.sections[0]) }, [
    { kind: 'assign', assignee: w.ben.email },
    { kind: 'assign', assignee: 'me' },
  ])
  assert.deepEqual(made.trigger, { section: w.sections[0], kind: 'task_moved' })
  assert.deepEqual(
    made.actions.map((action: Json) => action.assignee),
    [w.ben.gid, w.ann.gid],
  )
})

/** What a person gets for each request about a rule of Ann. */
async function statuses(w: RuleWorld, person: Person, gid: string): Promise<number[]> {
  const session = await signedIn(w, person)
  const { project } = w
  const answers = [
    await session.get(`/rules?project=${project}`),
    await session.post('/rules', { project, ...definition }),
    await session.get(`/rules/${gid}`),
    await session.get(`/rules/${gid}/runs`),
    await session.put(`/rules/${gid}`, { name: 'Mine' }),
    await session.post(`/rules/${gid}/pause`),
    await session.post(`/rules/${gid}/activate`),
    await session.delete(`/rules/${gid}`),
  ]
  return answers.map(({ status }) => status)
}

test('only users who can change the project manage its rules, and guests never do', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule(trigger, actions)
  const [cleo, gil, vic] = [
    await w.person('Cleo'),
    await w.person('Gil', { is_guest: true }),
    await w.person('Vic', { is_view_only: true }),
  ]
  const [hidden, forbidden] = [404, 403]
  const none = [400, 400, ...Array(6).fill(hidden)]
  for (const stranger of [cleo, gil, vic]) assert.deepEqual(await statuses(w, stranger, gid), none)
  await ok(w.ann.post(`/projects/${w.project}/addMembers`, { members: [cleo.gid, gil.gid, vic.gid] }))
  for (const member of [gil, vic]) assert.deepEqual(await statuses(w, member, gid), Array(8).fill(forbidden))
  assert.deepEqual(await statuses(w, cleo, gid), [200, 201, 200, 200, 200, 200, 200, 200])
})

test('a project whose admins alone customize it reserves its rules for them', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule(trigger, actions)
  await ok(w.ann.put(`/projects/${w.project}`, { minimum_access_level_for_customization: 'admin' }))
  assert.deepEqual(await statuses(w, w.ben, gid), Array(8).fill(403))
})

test('a user who changes or activates a rule becomes its owner, and uses rights of their own', async () => {
  const w = await ruleWorld()
  const ben = await signedIn(w, w.ben)
  const { gid } = await w.rule(trigger, [{ kind: 'add_to_project', project: w.other }])
  // Ben cannot see the other project, which the rule of Ann names.
  const hidden = `actions: [0]: project: Not a recognized ID: ${w.other}`
  assert.deepEqual(refused(await ben.put(`/rules/${gid}`, { name: 'Mine' })), [400, hidden])
  assert.deepEqual(refused(await ben.post(`/rules/${gid}/activate`)), [400, hidden])
  assert.equal((await w.shown(gid)).owner.gid, w.ann.gid)
  await ok(ben.put(`/rules/${gid}`, { actions }))
  assert.equal((await w.shown(gid)).owner.gid, w.ben.gid)
  await ok(w.console.post(`/rules/${gid}/activate`))
  assert.equal((await w.shown(gid)).owner.gid, w.ann.gid)
})

test('a definition that names what the caller cannot use is refused', async () => {
  const w = await ruleWorld()
  const ben = await signedIn(w, w.ben)
  const secret = await w.ann.create(`/projects/${w.other}/sections`, { name: 'Secret' })
  const field = { workspace: w.workspace, name: 'Hidden', resource_subtype: 'text', privacy_setting: 'private' }
  const custom_field = await w.ann.create('/custom_fields', field)
  const sam = await w.person('Sam', null)
  const cases: [object, string][] = [
    [{ trigger: { kind: 'task_moved', section: secret } }, `trigger: section: Not a recognized ID: ${secret}`],
    [{ actions: [{ kind: 'move', section: secret }] }, `actions: [0]: section: Not a recognized ID: ${secret}`],
    [{ actions: [{ kind: 'move', section: '12' }] }, 'actions: [0]: section: Not a recognized ID: 12'],
    [{ actions: [{ kind: 'assign', assignee: sam.gid }] }, `actions: [0]: assignee: Not a recognized ID: ${sam.gid}`],
    [
      { conditions: [{ kind: 'custom_field', custom_field, is: 'is_set' }] },
      `conditions: [0]: custom_field: Not a recognized ID: ${custom_field}`,
    ],
    [{ project: w.other }, `project: Not a recognized ID: ${w.other}`],
  ]
  for (const [more, message] of cases)
    assert.deepEqual(refused(await ben.post('/rules', { project: w.project, ...definition, ...more })), [400, message])
})

test('a hostile or wrong definition is refused', async () => {
  const w = await ruleWorld()
  const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  const send = (more: object) => ({ actions: [{ kind: 'send_request', url: 'https://example.com', ...more }] })
  const set = (more: object) => ({ actions: [{ kind: 'set_field', ...more }] })
  const when = (more: object) => ({ conditions: [{ kind: 'field', field: 'name', is: 'is', ...more }] })
  const cases: [object, RegExp][] = [
    [{ name: ' ' }, /^name: Missing input$/],
    [{ name: 'n'.repeat(256) }, /^name: Text is too long/],
    [{ trigger: undefined }, /^trigger: Missing input$/],
    [{ actions: undefined }, /^actions: Missing input$/],
    [{ trigger: null }, /^trigger: Cannot be null$/],
    [{ trigger: {} }, /^trigger: kind: Missing required field$/],
    [{ trigger: 'task_added' }, /^trigger: kind: Missing required field$/],
    [{ trigger: { kind: 'constructor' } }, /^trigger: kind: Must be one of incoming_request, /],
    [{ trigger: { kind: '__proto__' } }, /^trigger: kind: Must be one of/],
    [{ trigger: { kind: ['task_added'] } }, /^trigger: kind: Must be one of/],
    [{ trigger: { kind: 'field_changed' } }, /^trigger: field: Missing required field$/],
    [{ trigger: { kind: 'field_changed', field: 'hearts' } }, /^trigger: field: Not a recognized value: hearts$/],
    [
      { trigger: { kind: 'date_approaching', field: 'due_on', days: -1 } },
      /^trigger: days: Must be a whole number from 0/,
    ],
    [{ trigger: { kind: 'date_approaching', field: 'due_on', days: 0.5 } }, /^trigger: days: Must be a whole number/],
    [{ trigger: { kind: 'date_approaching', field: 'due_on', days: 1e9 } }, /^trigger: days: Must be a whole number/],
    [{ actions: [] }, /^actions: A rule must have an action$/],
    [{ actions: {} }, /^actions: Must be a list$/],
    [{ actions: [null] }, /^actions: \[0\]: kind: Missing required field$/],
    [{ actions: [[actions[0]]] }, /^actions: \[0\]: kind: Missing required field$/],
    [{ actions: Array(21).fill(actions[0]) }, /^actions: Too many values \(maximum 20\)$/],
    [{ conditions: Array(21).fill({ kind: 'tag' }) }, /^conditions: Too many values \(maximum 20\)$/],
    [{ actions: [{ kind: 'comment' }] }, /^actions: \[0\]: text: Missing required field$/],
    [{ actions: [{ kind: 'comment', text: 'x'.repeat(10_001) }] }, /^actions: \[0\]: text: Text is too long/],
    [{ actions: [{ kind: 'comment', text: 'a\0b' }] }, /character that cannot be stored$/],
    [{ actions: [{ kind: 'move', section: {} }] }, /^actions: \[0\]: section: Not a valid GID type: object$/],
    [set({ field: 'gid', value: '1' }), /^actions: \[0\]: field: Not a recognized value: gid$/],
    [set({ field: 'name', value: nested(6) }), /^actions: \[0\]: value: Must have at most 5 levels$/],
    [set({ field: 'name', value: 'é'.repeat(6000) }), /^actions: \[0\]: value: Must have at most 10000 bytes$/],
    [when({ is: 'like' }), /^conditions: \[0\]: is: Not a recognized value: like$/],
    [when({ value: {} }), /^conditions: \[0\]: value: Must be a text, a number or a flag$/],
    [send({ url: 'file:///etc/passwd' }), /^actions: \[0\]: url: Not an http or https address$/],
    [send({ url: 'https://user:secret@example.com' }), /^actions: \[0\]: url: Must not hold a user name/],
    [send({ data: [] }), /^actions: \[0\]: data: Value is not a JSON object: array$/],
    [send({ data: nested(2000) }), /^actions: \[0\]: data: Must have at most 5 levels$/],
    [{ actions: Array(4).fill(send({}).actions[0]) }, /^actions: A rule can send at most 3 requests$/],
  ]
  for (const [more, pattern] of cases) {
    const { status, message } = await w.console.post('/rules', { project: w.project, ...definition, ...more })
    assert.equal(status, 400, JSON.stringify(more).slice(0, 200))
    assert.match(String(message), pattern)
  }
  const { status } = await w.console.post('/rules', { project: w.project, ...definition, name: 'x'.repeat(70_000) })
  assert.equal(status, 413)
  assert.deepEqual((await ok(w.console.get(`/rules?project=${w.project}`))).data, [])
})

test('a free plan has no rules, but its rules can be read, paused and deleted', async () => {
  const w = await ruleWorld()
  const { gid } = await w.rule(trigger, actions)
  await w.store.write(tx => update(tx, 'workspaces', { gid: Number(w.workspace) }, { plan: 'free' }))
  assert.deepEqual(await statuses(w, w.ann, gid), [200, 402, 200, 200, 402, 200, 402, 200])
})

test('a project has at most 100 rules, also when two are created at once', async () => {
  const w = await ruleWorld()
  for (let count = 0; count < 99; count++) await w.rule(trigger, actions)
  const post = () => w.console.post('/rules', { project: w.project, ...definition })
  const answers = await Promise.all([post(), post()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400])
  const { message } = answers.find(({ status }) => status === 400) ?? {}
  assert.equal(message, 'A project can have at most 100 rules')
})

test('a project must be named, and a list of rules has one', async () => {
  const w = await ruleWorld()
  assert.deepEqual(refused(await w.console.get('/rules')), [400, 'project: Missing input'])
  assert.deepEqual(refused(await w.console.post('/rules', definition)), [400, 'project: Missing input'])
})
