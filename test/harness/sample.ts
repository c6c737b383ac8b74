/**
 * One world with at least one object of each type, created through the API, and one valid request for each operation of
 * the catalog. The derived tests iterate over the catalog and ask this file what to send.
 */
import assert from 'node:assert/strict'
import { createCatalog } from '../../src/catalog/catalog.ts'
import type { Name } from '../../src/names.ts'
import { react } from '../../src/resources/sharing/rules/react.ts'
import { insert, update } from '../../src/store/change.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { makeCustomType } from './fields.ts'
import { attachFile } from './files/form.ts'
import { requests } from './requests.ts'
import { makeCapacity } from './samples/capacity.ts'
import { derivedCreation, derivedRequest, type Known } from './samples/derived_requests.ts'
import { makeExports } from './samples/exports.ts'
import { makePlans } from './samples/goals.ts'
import { makeOfPeople } from './samples/people.ts'
import { makeProjectTemplate, makeTaskTemplate } from './samples/templates.ts'
import { makeTime } from './samples/time.ts'
import { lastQuarter } from './samples/time_periods.ts'
import { signedIn } from './sign_in/console.ts'
import { type Answer, type Json, type Person, type World, world } from './world.ts'

export const catalog = createCatalog()

/** A request: the values of the path's parameters, the query, and the body. */
export interface SampleRequest {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: Json
}

export interface Sample extends World {
  /** A gid of each type. The objects belong to Ann. */
  the: Record<Name, string>
  /** Further objects that requests need. */
  also: { project: string; section: string; task: string; subtask: string; mine: string }
  /** A guest with whom nothing is shared. */
  gil: Person
  /** A person with a view-only licence; the team, the project and the task are shared with them. */
  vic: Person
  /** A person of another organization. */
  sam: Person
  /** A service account. */
  bot: Person
  /** Creates a member of the organization for one use. */
  newMember(): Promise<Person>
}

export async function sample(options: Parameters<typeof world>[0] = {}): Promise<Sample> {
  const made = await world(options)
  const { ann, ben, person } = made
  const [gil, vic] = [await person('Gil', { is_guest: true }), await person('Vic', { is_view_only: true })]
  const [sam, bot] = [await person('Sam', null), await made.service('Bot')]
  let count = 0
  const newMember = () => person(`Somebody${++count}`)
  return { ...made, ...(await createObjects(made, ann, [ben, vic])), gil, vic, sam, bot, newMember }
}

/** The same sample, in which another person owns everything: there, `ann` is that person. */
export async function sampleOwnedBy(all: Sample, owner: Person): Promise<Sample> {
  return { ...all, ann: owner, ...(await createObjects(all, owner, [all.ben, all.vic])) }
}

type SampleObjects = Pick<Sample, 'the' | 'also'>

/** Creates an object of each type as one person; the second friend can see them. */
async function createObjects(made: World, ann: Person, friends: [Person, Person]): Promise<SampleObjects> {
  const [{ workspace }, [, vic]] = [made, friends]
  const team = await ann.create('/teams', { organization: workspace, name: 'Team' })
  const { gid: team_membership } = (await ok(ann.post(`/teams/${team}/addUser`, { user: vic.gid }))).data
  const project = await ann.create(`/teams/${team}/projects`, { name: 'Project', privacy_setting: 'private_to_team' })
  const other = await ann.create('/projects', { workspace, name: 'Other', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [vic.gid] }))
  const tag = await ann.create('/tags', { workspace, name: 'Tag', followers: ['me'] })
  const spare = await ann.create(`/projects/${project}/sections`, { name: 'Spare' })
  const work = await makeTasks(ann, friends, project, tag)
  const story = await makeStory(made, ann, work.task)
  const first = async (path: string) => (await ok(ann.get(path))).data[0].gid as string
  const the: Known = {
    ...{ workspace, user: ann.gid, team, team_membership, project, task_counts: project, tag, story },
    ...(await makeStatus(made, ann, project)),
    ...(await makePlans(made, ann, vic, { workspace, team, project })),
    workspace_membership: await first(`/users/${ann.gid}/workspace_memberships`),
    user_task_list: (await ok(ann.get(`/users/me/user_task_list?workspace=${workspace}`))).data.gid,
    project_membership: await first(`/projects/${project}/project_memberships`),
    section: await first(`/projects/${project}/sections`),
    task: work.task,
    ...(await makeTemplates(made, ann, team, project)),
    attachment: (await ok(attachFile(made, ann, work.task))).data.gid,
    // An event has no gid: its stream shows it.
    ...{ event: project, time_period: await lastQuarter(ann, workspace) },
    webhook: await ann.create('/webhooks', { resource: project, target: 'https://example.com/hook' }),
    ...{ audit_log_event: workspace, batch_response: workspace, ...(await makeOfPeople(made)) },
    rule_trigger: await makeRuleTrigger(made, ann, project),
    ...(await makeFields(ann, workspace, project)),
    ...(await makeExports(made, ann, project)),
    job: await ann.create(`/tasks/${work.task}/duplicate`, { name: 'Copy' }),
    ...(await makeSharing(made, [ann, friends[0]], { project, other, story })),
    ...{ ...(await makeType(made, ann, project)), ...(await makeTime(made, ann, work.task)) },
    ...(await makeCapacity(made, ann, project)),
  }
  await applyField(made, ann, the)
  for (const { name } of catalog.resources) the[name] ??= await createDerived(made, ann, name, the)
  const { other: task, subtask, mine } = work
  return { the: the as Sample['the'], also: { project: other, section: spare, task, subtask, mine } }
}

/** Creates an object of a plain type, by the request that follows from its declaration. */
async function createDerived(made: World, person: Person, type: Name, known: Known): Promise<string> {
  const creation = derivedCreation(catalog, type, known)
  assert.ok(
    creation,
    `No ${type} can be derived: add one to \`the\` of test/harness/sample.ts, or its lists to test/catalog/pages.test.ts.`,
  )
  return (await ok(send(made, person, creation.operation, creation.request))).data.gid
}

/** A custom field with two options, on the project. */
async function makeFields(ann: Person, workspace: string, project: string) {
  const options = [{ name: 'One' }, { name: 'Two' }]
  // The names of fields are unique in a workspace.
  const field = { workspace, name: `Field of ${ann.email}`, resource_subtype: 'enum', enum_options: options }
  const custom_field = await ann.create('/custom_fields', field)
  const setting = await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
  const { enum_options } = (await ok(ann.get(`/custom_fields/${custom_field}`))).data
  return { custom_field, enum_option: enum_options[0].gid as string, custom_field_setting: setting.data.gid as string }
}

/** A custom type of the project, and its first status. */
async function makeType(made: World, ann: Person, project: string) {
  const { type, statuses } = await makeCustomType(made, ann, project)
  return { custom_type: type, custom_type_status_option: statuses[0] ?? '' }
}

/** The trigger of a rule of the project that requests run. */
async function makeRuleTrigger(made: World, ann: Person, project: string): Promise<string> {
  const rule = {
    project,
    name: 'Rule',
    trigger: { kind: 'incoming_request' },
    actions: [{ kind: 'comment', text: 'Hi' }],
  }
  return (await ok((await signedIn(made, ann)).post('/rules', rule))).data.rule_trigger.gid
}

/** Gives the field to the goal, the portfolio, one that contains it, and the team: no operation gives a team fields. */
async function applyField(made: World, ann: Person, { portfolio, goal, team, workspace, custom_field }: Known) {
  const outer = await ann.create('/portfolios', { workspace, name: 'Outer' })
  await ok(ann.post(`/portfolios/${outer}/addItem`, { item: portfolio }))
  for (const one of [portfolio, outer]) await ok(ann.post(`/portfolios/${one}/addCustomFieldSetting`, { custom_field }))
  await ok(ann.post(`/goals/${goal}/addCustomFieldSetting`, { custom_field }))
  const row = { custom_field: Number(custom_field), parent: Number(team), workspace: Number(workspace) }
  await made.store.write(tx =>
    insert(tx, 'custom_field_settings', { gid: tx.gid(), ...row, is_important: 0, rank: 'a0' }),
  )
}

/** A comment on a task, with a like. */
async function makeStory(made: World, ann: Person, task: string): Promise<string> {
  const story = await ann.create(`/tasks/${task}/stories`, { text: 'A comment', sticker_name: 'heart' })
  const like = { story: Number(story), user: Number(ann.gid) }
  await made.store.write(tx => insert(tx, 'story_likes', { gid: tx.gid(), ...like }))
  return story
}

/** A status update of the project, with a like, and its brief. */
async function makeStatus(made: World, ann: Person, project: string) {
  const gid = await ann.create(`/projects/${project}/project_statuses`, { text: 'Going well', color: 'green' })
  const like = { status_update: Number(gid), user: Number(ann.gid) }
  await made.store.write(tx => insert(tx, 'status_update_likes', { gid: tx.gid(), ...like }))
  const project_brief = await ann.create(`/projects/${project}/project_briefs`, { title: 'Brief', text: 'Why' })
  return { status_update: gid, project_status: gid, message: gid, project_brief }
}

/** A membership of the project, a request of a friend for access to the other one, and a reaction to the story. */
async function makeSharing({ store }: World, [ann, friend]: [Person, Person], the: Record<string, string>) {
  const { project = '', other = '', story = '' } = the
  return {
    membership: (await ok(ann.get(`/memberships?parent=${project}`))).data[0].gid as string,
    access_request: await friend.create('/access_requests', { target: other, message: 'Please' }),
    reaction: String(await store.write(tx => react(tx, Number(ann.gid), { target: story, emoji: '👍🏽' }))),
  }
}

/** A template of the team, from which the project could have been created, and one of the project. */
async function makeTemplates(made: World, ann: Person, team: string, project: string) {
  const tasks = [
    { name: 'Task', assignee: Number(ann.gid), due_on: 1 },
    { name: 'Subtask', parent: 0 },
  ]
  const roles = { requested_roles: [{ name: 'Lead' }] }
  const project_template = await makeProjectTemplate(made, ann, { team: Number(team), tasks, ...roles })
  const created_from_template = Number(project_template)
  await made.store.write(tx => update(tx, 'projects', { gid: Number(project) }, { created_from_template }))
  return { project_template, task_template: await makeTaskTemplate(made, ann, project, tasks) }
}

/** A task with a value in every field, and related tasks. */
async function makeTasks(ann: Person, followers: Person[], project: string, tag: string) {
  const other = await ann.create('/tasks', { name: 'Other', projects: [project] })
  const task = await ann.create('/tasks', {
    ...{ name: 'Task', parent: other, tags: [tag], assignee: 'me', liked: true, completed: true },
    ...{ followers: followers.map(({ gid }) => gid), notes: 'Notes', resource_subtype: 'approval' },
    ...{ start_on: '2026-01-06', due_on: '2026-01-07', external: { gid: 'own', data: 'data' } },
  })
  await ok(ann.post(`/tasks/${task}/addProject`, { project }))
  const subtask = await ann.create(`/tasks/${task}/subtasks`, { name: 'Subtask' })
  const mine = await ann.create(`/tasks`, { name: 'Mine', assignee: 'me', projects: [project] })
  await ok(ann.post(`/tasks/${task}/addDependencies`, { dependencies: [mine] }))
  await ok(ann.post(`/tasks/${task}/addDependents`, { dependents: [subtask] }))
  return { task, other, subtask, mine }
}

/** Fails unless the response is a success. */
export async function ok(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  assert.ok(answer.status < 300, `answered ${answer.status}: ${answer.message}`)
  return answer
}

/** The operations that require a service account. */
const FOR_SERVICE_ACCOUNTS: ReadonlySet<string> = new Set([
  ...['getWorkspaceEvents', 'getAuditLogEvents', 'createResourceExport', 'createOrganizationExport'],
  ...['getAiStudioRuns', 'getAiStudioSeats'],
])

/** A person who may use an operation. */
export const permittedActor = ({ ann, bot }: Sample, { id }: Operation): Person =>
  FOR_SERVICE_ACCOUNTS.has(id) ? bot : ann

/** A valid request for an operation. Fails with what must be added if there is none. */
export async function sampleOf(sample: Sample, operation: Operation): Promise<Required<SampleRequest>> {
  const { id, path, query, body } = operation
  const special = await (requests[id]?.(sample) ?? derived(sample, operation))
  const needed = [...Object.entries(query), ...Object.entries(body)].some(([, field]) => field.required)
  const needs = needed || Object.keys(body).length > 0
  assert.ok(special || !needs, `${id} has no sample: add a request for it to test/harness/requests.ts.`)
  const gids: Record<string, string> = {}
  for (const [, name = ''] of path.matchAll(/\{([^}]*)\}/g)) {
    const type = operation.params[name]?.[0] ?? (name.slice(0, -'_gid'.length) as Name)
    const gid = special?.path?.[name] ?? sample.the[type]
    assert.ok(gid, `There is no ${type} for ${id}: add one to \`the\` in test/harness/sample.ts.`)
    gids[name] = gid
  }
  return { path: gids, query: special?.query ?? {}, body: special?.body ?? {} }
}

/** Creates one more object of a plain type. */
export const createSample = (all: Sample, type: Name): Promise<string> => createDerived(all, all.ann, type, all.the)

/** A request that follows from the declarations: the object that it deletes is created for it. */
async function derived(all: Sample, operation: Operation): Promise<SampleRequest | undefined> {
  const { method, of } = operation
  if (method !== 'DELETE') return derivedRequest(operation, all.the)
  if (!derivedCreation(catalog, of, all.the)) return undefined
  return { path: { [`${of}_gid`]: await createSample(all, of) } }
}

/** Sends a request as a person, or without a token. */
export function send(
  { send }: World,
  who: Person | null,
  { method, path }: Operation,
  sent: SampleRequest,
): Promise<Answer> {
  const filled = path.replace(/\{([^}]*)\}/g, (_, name: string) => encodeURIComponent(sent.path?.[name] ?? ''))
  const query = new URLSearchParams(sent.query).toString()
  const headers: Record<string, string> = who ? { authorization: `Bearer ${who.token}` } : {}
  const url = `/api/1.0${filled}${query ? `?${query}` : ''}`
  if (method === 'GET' || method === 'DELETE') return send({ method, url, headers })
  headers['content-type'] = 'application/json'
  return send({ method, url, headers, payload: JSON.stringify({ data: sent.body ?? {} }) })
}
