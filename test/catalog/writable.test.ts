/** Every field that an operation accepts reads back as it was written, for each valid value. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionsIn } from '../../src/policy/permissions.ts'
import type { Field } from '../../src/vocabulary/field.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { catalog, ok, permittedActor, sample, sampleOf, send } from '../harness/sample.ts'
import type { Json } from '../harness/world.ts'

// Every write creates an object of its own where its type can be created: one world is enough.
const all = await sample()
const { the } = all
const sections = await ok(all.ann.get(`/projects/${the.user_task_list}/sections`))
const mine: string = sections.data[1].gid

/** A custom type needs its subtype and its project. */
const ofType = { resource_subtype: 'custom' }

/** Members that must be sent together with a field. */
const WITH: Record<string, Json> = {
  'task.projects': { workspace: the.workspace },
  'task.start_on': { due_on: '2026-03-09' },
  'task.start_at': { due_at: '2026-03-09T00:00:00.000Z' },
  'task.approval_status': { resource_subtype: 'approval' },
  'task.custom_type': ofType,
  'task.custom_type_status_option': { ...ofType, custom_type: the.custom_type },
  'task.assignee_status': { assignee: 'me' },
  'task.assignee_section': { assignee: 'me' },
  'project.start_on': { due_on: '2026-03-09' },
  'portfolio.start_on': { due_on: '2026-03-09' },
  'goal.start_on': { due_on: '2026-03-09' },
  'project.privacy_setting': { team: the.team },
  'story.html_text': { text: undefined },
  'status_update.html_text': { text: undefined },
  'project_status.html_text': { text: undefined },
  'project_brief.html_text': { text: undefined },
  'allocation.start_date': { end_date: '2026-12-31' },
  'allocation.end_date': { start_date: '2026-01-01' },
}

const digits = { resource_subtype: 'number', precision: 0 }
const unit = { ...digits, format: 'custom', custom_label: 'pieces' }

/** Members with which an object must be created so that it has the field. */
const MADE: Record<string, Json> = {
  'custom_field.resource_subtype': { precision: 0, input_restrictions: ['task'] },
  'custom_field.type': { resource_subtype: undefined, precision: 0, input_restrictions: ['task'] },
  'custom_field.format': digits,
  'custom_field.precision': digits,
  'custom_field.currency_code': { ...digits, format: 'currency', currency_code: 'USD' },
  'custom_field.custom_label': unit,
  'custom_field.custom_label_position': unit,
  'custom_field.formula': { ...digits, formula: '2' },
  'custom_field.input_restrictions': { resource_subtype: 'reference' },
}

/** The value that is sent for a field, and the value that is shown. */
type SentAndShown = [sent: unknown, shown: unknown]

const noTotal = { enabled: false, value: null, units: null }
/** All permissions of a role of members that differs in these. */
const withPermissions = (given: Json) => permissionsIn({ base: 'member', given })

let keys = 0
/** An external key names one task. */
const external = () => ({ gid: `key ${++keys}`, data: 'some data' })
const ids = { project: the.project, section: the.section }
const bare = (gid: unknown) => ({ gid })
const me = bare(all.ann.gid)

/** Values of a field where the values of its kind do not fit, or where the shown value differs from the sent one. */
const PAIRS: Record<string, () => SentAndShown[]> = {
  'allocation.effort': () => [
    [
      { type: 'hours', value: 2.5 },
      { type: 'hours', value: 2.5 },
    ],
    [null, null],
  ],
  'budget.estimate': () => [[{ source: 'tasks' }, { ...noTotal, source: 'tasks', billable_status_filter: 'billable' }]],
  'budget.actual': () => [
    [{ billable_status_filter: 'any' }, { billable_status_filter: 'any', value: 0, units: 'minutes' }],
  ],
  'budget.total': () => [[{ enabled: false }, noTotal]],
  'project.color': () => [
    ['light-green', 'light-green'],
    // wire: the contract's notation of an absent value
    ['none', null],
    [null, null],
  ],
  // The person who creates an object follows it.
  'project.followers': () => [
    [[all.ben.gid], [me, bare(all.ben.gid)]],
    [[], [me]],
  ],
  'goal.followers': () => [
    [[all.ben.gid], [me, bare(all.ben.gid)]],
    [[], [me]],
  ],
  'task.followers': () => [
    [[all.ben.gid], [me, bare(all.ben.gid)]],
    [[], [me]],
  ],
  // The names and prefixes of custom fields are unique in a workspace.
  'custom_field.name': () =>
    ['ünï\ncödé 🦉', 'Own'].map(one => `${one} ${++keys}`).map((one): SentAndShown => [one, one]),
  'custom_field.id_prefix': () => [`P${++keys}`, null].map((one): SentAndShown => [one, one]),
  // The task is in one project.
  'time_tracking_entry.attributable_to': () => [the.project, null].map((one): SentAndShown => [one, bare(the.project)]),
  'time_tracking_entry.duration_minutes': () => [1, 527_040].map((one): SentAndShown => [one, one]),
  // A currency needs its code, and a unit its label: they are tested together.
  'custom_field.format': () => ['none', 'identifier', 'percentage', 'duration'].map((one): SentAndShown => [one, one]),
  'custom_field.precision': () => [0, 6].map((one): SentAndShown => [one, one]),
  'custom_field.currency_code': () => ['EUR', 'JPY'].map((one): SentAndShown => [one, one]),
  'custom_field.custom_label': () => [['gold pieces', 'gold pieces']],
  'custom_field.custom_label_position': () => ['prefix', 'suffix'].map((one): SentAndShown => [one, one]),
  'custom_field.formula': () => [['1 + 2', '1 + 2']],
  // Only a dropped project has no colour.
  'project_status.color': () => ['green', 'yellow', 'red', 'blue', 'complete'].map((one): SentAndShown => [one, one]),
  // The levels of a project: each type of object has its own.
  'membership.access_level': () => ['admin', 'editor', 'commenter', 'viewer'].map((one): SentAndShown => [one, one]),
  // A task of a custom type always has a status.
  'task.custom_type_status_option': () => [[the.custom_type_status_option, bare(the.custom_type_status_option)]],
  // Only a goal with a metric has a status.
  'goal.status': () => [[null, null]],
  'goal_relationship.contribution_weight': () => [0, 0.5, 1].map((one): SentAndShown => [one, one]),
  // The types of a project: each type of object has its own.
  'status_update.status_type': () =>
    ['on_track', 'at_risk', 'off_track', 'on_hold', 'complete', 'dropped'].map((one): SentAndShown => [one, one]),
  'webhook.target': () => [['http://example.com:8080/ünï?a=b#c', 'http://example.com:8080/ünï?a=b#c']],
  'role.permissions': () => [
    [{ create_team: false }, withPermissions({ create_team: false })],
    [{ task_deletion_policy: 'owned' }, withPermissions({ task_deletion_policy: 'owned' })],
  ],
  'webhook.filters': () => [
    [[{ resource_type: 'task', fields: ['name'] }], [{ resource_type: 'task', fields: ['name'] }]],
  ],
  // A task leaves My Tasks only when it is assigned to another person.
  'task.assignee_section': () => [[mine, bare(mine)]],
  'task.memberships': () => [[[ids], [{ project: bare(ids.project), section: bare(ids.section) }]]],
}

/** Fields that do not read back, by type or operation, with the reason. The list only shrinks. */
const EXCEPT: Record<string, string> = {
  'createSubtaskForTask.parent': 'the path names the parent',
  'createSubtaskForTask.projects': 'a subtask is in no project until it is added to one',
  'createSubtaskForTask.memberships': 'a subtask is in no project until it is added to one',
  ...Object.fromEntries(
    ['task', 'project', 'portfolio', 'goal', 'user'].map(type => [
      `${type}.custom_fields`,
      'values are sent by the gids of their fields, and shown with the definitions',
    ]),
  ),
  'createTaskInWorkspace.custom_type': 'a task in no project has no custom type',
  'createTaskInWorkspace.custom_type_status_option': 'a task in no project has no custom type',
  'task.custom_fields': 'values are sent by the gids of their fields, and shown with the definitions',
  'project.current_status': 'a status update is sent, and gets a gid of its own',
  'project.current_status_update': 'a status update is sent, and gets a gid of its own',
  'access_request.target': 'it is sent as a gid, and shown as gid and type',
  'timesheet_approval_status.start_date': 'it is sent together with the end of the week',
  'timesheet_approval_status.end_date': 'it is sent together with the start of the week',
  'timesheet_approval_status.approval_status': 'it is sent in lower case, and shown in upper case',
  'createCustomField.enum_options': 'options are sent by name, and get gids of their own',
  'createBudget.parent': 'the project of the sample has a budget',
  'createEnumOptionForCustomField.enabled': 'a new option can be chosen',
}

function pairs(key: string, field: Field): SentAndShown[] {
  const known = PAIRS[key]
  if (known) return known()
  const own = valuesOf(field).map((value): SentAndShown => [value, shownOf(field, value)])
  return field.nullable ? [...own, [null, null]] : own
}

function valuesOf({ kind, values = [], types: [type] = [] }: Field): unknown[] {
  switch (kind) {
    case 'flag':
      return [true, false]
    case 'number':
    case 'amount':
      return [1, 0, 2.5]
    case 'date':
      return ['2026-03-04']
    case 'timestamp':
      return ['2026-03-04T05:06:07.000Z']
    case 'oneOf':
      return [...values]
    case 'someOf':
      return [values, values.slice(0, 1)]
    case 'json':
      return [external()]
    case 'one':
    case 'any':
      return type ? [the[type]] : []
    case 'many':
      return type ? [[the[type]], []] : []
    case 'computed':
      return ['<body>Sample</body>']
    default:
      return ['Sample', 'ünï\ncödé 🦉']
  }
}

function shownOf({ kind }: Field, value: unknown): unknown {
  if (kind === 'one' || kind === 'any') return bare(value)
  return kind === 'many' ? (value as unknown[]).map(bare) : value
}

/** References are compared by gid, and lists without regard to order. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  if (typeof value !== 'object' || value === null) return value
  if ('resource_type' in value && 'gid' in value) return bare(value.gid)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}

/**
 * The operation that shows an object of a type by itself. Some types are shown only inside others, and by the operation
 * that writes them.
 */
const showOperationOf = (type: string) =>
  catalog.operations.find(one => one.method === 'GET' && one.path.replace(/^\/\w+/, '') === `/{${type}_gid}`)

/** The path of the object to change: an object of its own where the type can be created. */
async function target({ type }: Operation, made: Json): Promise<Record<string, string>> {
  const maker = catalog.operations.find(one => one.status === 201 && one.type === type)
  if (!maker) return {}
  const sent = await sampleOf(all, maker)
  const { data } = await ok(send(all, all.ann, maker, { ...sent, body: { ...sent.body, ...made } }))
  return { [`${type}_gid`]: data.gid }
}

async function writeAndRead(operation: Operation, made: Json, body: Json, name: string): Promise<unknown> {
  const sent = await sampleOf(all, operation)
  const changes = operation.method === 'PUT'
  const own = changes ? await target(operation, made) : {}
  const shown = showOperationOf(operation.type)
  const path = { ...sent.path, ...own }
  const actor = permittedActor(all, operation)
  const { status, data, message } = await send(all, actor, operation, {
    ...sent,
    path,
    query: shown ? sent.query : { ...sent.query, opt_fields: name },
    body: { ...sent.body, ...(changes ? {} : made), ...body },
  })
  assert.equal(status, operation.status, `${JSON.stringify(body)} answered ${status}: ${message}`)
  if (!shown) return data[name]
  const at = { path: { [`${operation.type}_gid`]: data.gid }, query: { opt_fields: name } }
  return (await ok(send(all, actor, shown, at))).data[name]
}

const writing = catalog.operations.filter(
  ({ method, status, answers }) => answers === 'record' && (method === 'PUT' || status === 201),
)

for (const operation of writing) {
  test(`values that ${operation.id} accepts read back as they were written`, async () => {
    for (const [name, field] of Object.entries(operation.body)) {
      const key = `${operation.type}.${name}`
      // A body field that is not a field of the type describes a position, not the object.
      if (EXCEPT[`${operation.id}.${name}`] || EXCEPT[key] || !catalog.resource(operation.type).fields[name]) continue
      // A body cannot choose the container that the path names.
      if (operation.path.includes(`{${name}_gid}`)) continue
      for (const [value, expected] of pairs(key, field)) {
        const shown = await writeAndRead(operation, MADE[key] ?? {}, { ...WITH[key], [name]: value }, name)
        const shownExpected = expected === null && field.sparse ? undefined : plain(expected)
        assert.deepEqual(plain(shown), shownExpected, `${name}: ${JSON.stringify(value)}`)
      }
    }
  })
}

/** Read-only fields that every write changes. */
const FOLLOW_WRITES = ['modified_at', 'is_edited']

for (const operation of writing.filter(
  ({ method, type, ignored }) => method === 'PUT' && showOperationOf(type) && ignored.length > 0,
)) {
  test(`${operation.id} ignores read-only members of its body`, async () => {
    const show = showOperationOf(operation.type)
    assert.ok(show)
    const sent = await sampleOf(all, operation)
    const actor = permittedActor(all, operation)
    const names = operation.ignored.filter(name => !FOLLOW_WRITES.includes(name))
    const read = async () =>
      (await ok(send(all, actor, show, { path: sent.path ?? {}, query: { opt_fields: names.join() } }))).data
    const before = await read()
    const body = Object.fromEntries(operation.ignored.map(name => [name, 'changed']))
    await ok(send(all, actor, operation, { ...sent, body: { ...sent.body, ...body } }))
    assert.deepEqual(await read(), before)
  })
}

for (const operation of writing.filter(({ status, type }) => status === 201 && showOperationOf(type))) {
  test(`the object that ${operation.id} creates is at the address of its Location header`, async () => {
    // Only some jobs of an organization can run at a time.
    if (operation.limit === 'job') await all.jobs.tick()
    const actor = permittedActor(all, operation)
    const made = await ok(send(all, actor, operation, await sampleOf(all, operation)))
    const path = made.headers.location?.replace('/api/1.0', '') ?? ''
    const read = (await ok(actor.get(path))).data
    // wire: recorded: a task without time tracking entries has 0 in responses of writes, and null in reads
    if (operation.type === 'task') read.actual_time_minutes ??= 0
    assert.deepEqual(read, made.data)
  })
}
