/**
 * The matrix of rights: every role against every kind of object. A change of the rules is visible in review as changed
 * cells. No person in the table has created an object in it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Name } from '../../src/names.ts'
import { allows, type Right, rights } from '../../src/policy/rights.ts'
import { createWorkspace, join } from '../../src/resources/people/rules/join.ts'
import { insert, insertOrIgnore, update } from '../../src/store/change.ts'
import { makeCustomType } from '../harness/fields.ts'
import { golden } from '../harness/golden.ts'
import { giveRole, type Role, roles } from '../harness/rights/roles.ts'
import { ok } from '../harness/sample.ts'
import { addGoals } from '../harness/samples/goals.ts'
import { addPortfolios } from '../harness/samples/portfolios.ts'
import { makeProjectTemplate, makeTaskTemplate } from '../harness/samples/templates.ts'
import { setActive } from '../harness/work.ts'
import { type Json, type Person, type World, world } from '../harness/world.ts'

const levels = ['viewer', 'commenter', 'editor', 'admin'] as const
const privacies = ['private', 'private_to_team', 'public_to_workspace'] as const

/** An object of the table. */
interface MatrixObject {
  title: string
  type: Name
  gid: string
  /** Objects that it shows: a role that cannot see one of these must not see the object. */
  names: [type: Name, gid: string][]
}

/** Creates objects and records them. */
class MatrixObjects {
  readonly all: MatrixObject[] = []
  readonly made: World
  readonly people: Map<string, Person>
  constructor(made: World, people: Map<string, Person>) {
    this.made = made
    this.people = people
  }

  add(title: string, type: Name, gid: string, names: MatrixObject['names'] = []): string {
    this.all.push({ title, type, gid, names })
    return gid
  }

  async with(give: (role: Role, user: number) => Promise<unknown>) {
    for (const [name, person] of this.people) {
      const role = roles[name]
      if (role) await give(role, Number(person.gid))
    }
  }
}

async function addTeam(objects: MatrixObjects, title: string, visibility = title): Promise<string> {
  const { ann, workspace, store } = objects.made
  const isOther = title === 'other'
  const own = isOther ? {} : { visibility }
  const gid = await ann.create('/teams', { organization: workspace, name: 'Team', ...own })
  await store.write(tx =>
    objects.with(async ({ team }, user) => {
      const row = { gid: tx.gid(), team: Number(gid), user, workspace: Number(workspace), is_limited_access: 0 }
      if (team && (team === 'other') === isOther)
        await insert(tx, 'team_memberships', { ...row, is_admin: team === 'admin' ? 1 : 0 })
    }),
  )
  if (isOther) return gid
  const membership = await ok(ann.get(`/teams/${gid}/team_memberships`))
  objects.add(`team, ${title}`, 'team', gid)
  objects.add(`team_membership, ${title}`, 'team_membership', membership.data[0].gid, [
    ['team', gid],
    ['user', membership.data[0].user.gid],
  ])
  return gid
}

async function addProject(objects: MatrixObjects, team: string, [privacy, level]: [string, string], more = '') {
  const { ann, workspace, store } = objects.made
  const settings = { privacy_setting: privacy, default_access_level: level }
  const gid = await ann.create('/projects', { workspace, name: 'Project', team, ...settings })
  await store.write(tx =>
    objects.with(async ({ project }, member) => {
      const row = { gid: tx.gid(), project: Number(gid), member, workspace: Number(workspace), is_follower: 0 }
      if (project) await insert(tx, 'project_memberships', { ...row, access_level: project })
    }),
  )
  return objects.add(`project, ${privacy}, ${level}${more}`, 'project', gid)
}

async function addTask(objects: MatrixObjects, title: string, body: Json): Promise<string> {
  const { ann, store } = objects.made
  const gid = await ann.create('/tasks', { name: 'Task', ...body })
  await store.write(tx =>
    objects.with(async ({ task }, user) => {
      if (task === 'follower') await insertOrIgnore(tx, 'task_followers', { task: Number(gid), user })
      if (task === 'assignee') await update(tx, 'tasks', { gid: Number(gid) }, { assignee: user })
    }),
  )
  return objects.add(title, 'task', gid)
}

/** A private project that is shared with a team by name. */
async function addShared(objects: MatrixObjects, team: string, what = 'a team') {
  const { ann, workspace, store } = objects.made
  const gid = await ann.create('/projects', { workspace, name: 'Shared', privacy_setting: 'private' })
  const membership = { member: Number(team), workspace: Number(workspace), access_level: 'commenter', is_follower: 0 }
  await store.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), project: Number(gid), ...membership }))
  objects.add(`project, private, shared with ${what}`, 'project', gid)
  await addTask(objects, `task, private, shared with ${what}`, { projects: [gid] })
}

/** Objects that depend on others in a project. */
async function addDependents(objects: MatrixObjects, project: string, privacy: string) {
  const { ann } = objects.made
  const first = async (path: string) => (await ok(ann.get(path))).data[0].gid as string
  const names: MatrixObject['names'] = [['project', project]]
  const membership = await first(`/projects/${project}/project_memberships`)
  objects.add(`section, ${privacy}`, 'section', await first(`/projects/${project}/sections`), names)
  objects.add(`project_membership, ${privacy}`, 'project_membership', membership, names)
  objects.add(`task_counts, ${privacy}`, 'task_counts', project, names)
  const status = await ann.create(`/projects/${project}/project_statuses`, { text: 'Text', color: 'green' })
  objects.add(`status_update, ${privacy}`, 'status_update', status, names)
  objects.add(`project_status, ${privacy}`, 'project_status', status)
  objects.add(`task_template, ${privacy}`, 'task_template', await makeTaskTemplate(objects.made, ann, project), names)
  const { type, statuses } = await makeCustomType(objects.made, ann, project)
  objects.add(`custom_type, ${privacy}`, 'custom_type', type)
  objects.add(`custom_type_status_option, ${privacy}`, 'custom_type_status_option', statuses[0] ?? '')
  const brief = await ann.create(`/projects/${project}/project_briefs`, { text: 'Text' })
  objects.add(`project_brief, ${privacy}`, 'project_brief', brief, names)
  const task = await addTask(objects, `task, ${privacy}, as a part`, { projects: [project] })
  // No person of the table follows the subtasks: their rights come from the parent task.
  const subtask = await ann.create(`/tasks/${task}/subtasks`, { name: 'Subtask' })
  objects.add('subtask of it', 'task', subtask)
  objects.add('subtask of that', 'task', await ann.create(`/tasks/${subtask}/subtasks`, { name: 'Subtask' }))
  objects.add('story of it', 'story', await ann.create(`/tasks/${task}/stories`, { text: 'Comment' }), [['task', task]])
}

/** Templates of a team, or of the organization. */
async function addTemplates(objects: MatrixObjects, title: string, team?: string) {
  for (const isPublic of [true, false]) {
    const given = { public: isPublic, ...(team ? { team: Number(team) } : {}) }
    const gid = await makeProjectTemplate(objects.made, objects.made.ann, given)
    objects.add(`project_template of ${title}, ${isPublic ? 'public' : 'private'}`, 'project_template', gid)
  }
}

async function addOthers(objects: MatrixObjects) {
  const { ann, ben, workspace, person } = objects.made
  const first = async (path: string) => (await ok(ben.get(path))).data[0].gid as string
  const outsider = await person('Nobody', null)
  objects.add('workspace', 'workspace', workspace)
  const membership = await first('/users/me/workspace_memberships')
  objects.add('workspace_membership', 'workspace_membership', membership, [['user', ben.gid]])
  objects.add('user of the organization', 'user', ben.gid)
  objects.add('user of no workspace', 'user', outsider.gid)
  const list = await ok(ben.get(`/users/me/user_task_list?workspace=${workspace}`))
  const mine = objects.add('user_task_list of a member', 'user_task_list', list.data.gid, [['user', ben.gid]])
  objects.add('section of it', 'section', await first(`/projects/${mine}/sections`), [['user_task_list', mine]])
  objects.add('tag', 'tag', await ann.create('/tags', { workspace, name: 'Tag' }))
  await addTask(objects, 'task in no project', { workspace })
  await addTemplates(objects, 'the organization')
}

/** Custom fields by visibility, by the rights that they give, and by where they apply. */
async function addFields(objects: MatrixObjects, project: string) {
  const { ann, workspace } = objects.made
  const settings = [
    ...['private', 'public', 'public_with_guests'].map(privacy => [privacy, 'editor']),
    ...['admin', 'user'].map(level => ['public_with_guests', level]),
  ]
  for (const [privacy_setting, default_access_level] of settings) {
    const title = `${privacy_setting}, ${default_access_level}`
    const options = { resource_subtype: 'enum', enum_options: [{ name: 'Option' }] }
    const how = { privacy_setting, default_access_level }
    const custom_field = await ann.create('/custom_fields', { workspace, name: title, ...options, ...how })
    objects.add(`custom_field, ${title}`, 'custom_field', custom_field)
    if (default_access_level !== 'editor') continue
    const { enum_options } = (await ok(ann.get(`/custom_fields/${custom_field}`))).data
    const names: MatrixObject['names'] = [['custom_field', custom_field]]
    objects.add('option of it', 'enum_option', enum_options[0].gid, names)
    const setting = await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
    const shown: MatrixObject['names'] = [...names, ['project', project]]
    objects.add('setting of it, public_to_workspace', 'custom_field_setting', setting.data.gid, shown)
  }
}

/** Moves an object to the trash. */
const trash = ({ made }: MatrixObjects, table: 'teams' | 'projects' | 'tasks' | 'custom_fields', gid: string) =>
  made.store.write(tx => update(tx, table, { gid: Number(gid) }, { deleted_at: tx.now }))

/** Objects that were shared with a team in the trash. */
async function addDeletedTeam(objects: MatrixObjects) {
  const team = await addTeam(objects, 'in the trash', 'request_to_join')
  const project = await addProject(objects, team, ['private_to_team', 'editor'], ', its team deleted')
  await addTask(objects, 'task of it', { projects: [project] })
  await addShared(objects, team, 'a deleted team')
  await addTemplates(objects, 'a deleted team', team)
  await trash(objects, 'teams', team)
}

/** Objects in the trash, and objects visible only through them: no person of the table follows a task among them. */
async function addTrash(objects: MatrixObjects, team: string) {
  const { ann, workspace } = objects.made
  const project = await addProject(objects, team, ['public_to_workspace', 'editor'], ', in the trash')
  objects.add('task of a project in the trash', 'task', await ann.create('/tasks', { name: 'x', projects: [project] }))
  const sections = await ok(ann.get(`/projects/${project}/sections`))
  objects.add('section of a project in the trash', 'section', sections.data[0].gid)
  await trash(objects, 'projects', project)
  const parent = await ann.create('/tasks', { workspace, name: 'Parent' })
  objects.add('task in the trash', 'task', parent)
  objects.add(
    'subtask of a task in the trash',
    'task',
    await ann.create(`/tasks/${parent}/subtasks`, { name: 'Below' }),
  )
  await trash(objects, 'tasks', parent)
  const options = { resource_subtype: 'enum', enum_options: [{ name: 'Option' }] }
  const field = await ann.create('/custom_fields', { workspace, name: 'Trashed', ...options })
  objects.add('custom_field in the trash', 'custom_field', field)
  const { enum_options } = (await ok(ann.get(`/custom_fields/${field}`))).data
  objects.add('option of a field in the trash', 'enum_option', enum_options[0].gid)
  const open = await ann.create('/projects', { workspace, name: 'Open', privacy_setting: 'public_to_workspace' })
  const setting = await ok(ann.post(`/projects/${open}/addCustomFieldSetting`, { custom_field: field }))
  objects.add('setting of a field in the trash', 'custom_field_setting', setting.data.gid)
  await trash(objects, 'custom_fields', field)
}

/** The people of the table, one for each role, as far as they are created before its objects. */
async function cast(made: World): Promise<Map<string, Person>> {
  const people = new Map<string, Person>()
  const other = await made.store.write(tx =>
    createWorkspace(tx, { name: 'Other', domains: ['other.example'], plan: 'enterprise' }),
  )
  for (const [name, { org, elsewhere, custom }] of Object.entries(roles)) {
    const person = await made.person(name.replace(':', '-'), org)
    people.set(name, person)
    if (custom) await giveRole(made, person, custom)
    if (elsewhere)
      await made.store.write(tx => join(tx, Number(person.gid), other, { is_admin: elsewhere === 'admin' }))
  }
  return people
}

async function build(): Promise<MatrixObjects> {
  const made = await world()
  const people = await cast(made)
  const objects = new MatrixObjects(made, people)
  await addOthers(objects)
  await addTeam(objects, 'other')
  await addTeam(objects, 'public')
  await addTeam(objects, 'secret')
  const team = await addTeam(objects, 'request_to_join')
  for (const privacy of privacies) {
    for (const level of levels) {
      const project = await addProject(objects, team, [privacy, level])
      await addTask(objects, `task, ${privacy}, ${level}`, { projects: [project] })
      if (level === 'commenter') await addDependents(objects, project, privacy)
      if (level === 'commenter' && privacy === 'public_to_workspace') await addFields(objects, project)
    }
  }
  await addShared(objects, team)
  await addPortfolios(made, team, objects.add.bind(objects))
  await addGoals(made, team, objects.add.bind(objects))
  await addTemplates(objects, 'a team', team)
  await addDeletedTeam(objects)
  await addTrash(objects, team)
  for (const [name, person] of people) {
    const { left } = roles[name] ?? {}
    if (left === 'former') await setActive(made, person, false)
    if (left !== 'back') continue
    await ok(made.ann.post(`/workspaces/${made.workspace}/removeUser`, { user: person.gid }))
    await ok(made.ann.post(`/workspaces/${made.workspace}/addUser`, { user: person.email }))
  }
  return objects
}

type Table = { object: MatrixObject; rightsByRole: Map<string, Right> }[]

/** The right of one person on one object. */
async function rightOn({ store }: World, { gid: me }: Person, type: Name, gid: string): Promise<Right> {
  return (await rights(store.read, Number(me), type, [Number(gid)])).get(Number(gid)) ?? 'none'
}

async function tableOf({ all, people, made }: MatrixObjects): Promise<Table> {
  const table: Table = []
  for (const object of all) {
    const rightsByRole = new Map<string, Right>()
    for (const [role, person] of people) rightsByRole.set(role, await rightOn(made, person, object.type, object.gid))
    table.push({ object: object, rightsByRole })
  }
  return table
}

function written(table: Table): string {
  const width = Math.max(...table.map(({ object }) => object.title.length)) + 2
  const row = (title: string, cells: string[]) =>
    [title.padEnd(width), ...cells.map(cell => cell.padEnd(9))].join('').trimEnd()
  const lines = [...Object.entries(roles).map(([name, { doc }]) => `${name.padEnd(9)} ${doc}`), '']
  lines.push(row('', Object.keys(roles)))
  const cellOf = (right: Right) => right.replace('none', '-')
  for (const { object, rightsByRole } of table) lines.push(row(object.title, [...rightsByRole.values()].map(cellOf)))
  return `${lines.join('\n')}\n`
}

const objects = await build()
const table = await tableOf(objects)

test('the matrix of rights matches the golden file', () => {
  golden('test/golden/policy.txt', written(table))
})

test('a person outside the organization has no right in it, with any role elsewhere', () => {
  for (const { object, rightsByRole } of table) {
    for (const role of ['outside', 'x:admin', 'former'])
      assert.equal(rightsByRole.get(role), 'none', `${role} on ${object.title}`)
  }
})

test('a guest has the same rights with any role in another organization', () => {
  for (const { object, rightsByRole } of table)
    assert.equal(rightsByRole.get('x:both'), rightsByRole.get('guest'), object.title)
})

test('a view-only licence never allows more than viewing', () => {
  const licensed = Object.entries(roles).flatMap(([role, { org }]) => (org?.is_view_only ? [role] : []))
  for (const { object, rightsByRole } of table) {
    for (const role of licensed) assert.ok(!allows(rightsByRole.get(role), 'comment'), `${role} on ${object.title}`)
  }
})

test('an object is visible only to people who can see what it names', async () => {
  for (const { object, rightsByRole } of table) {
    for (const [role, person] of objects.people) {
      if (!allows(rightsByRole.get(role), 'view')) continue
      for (const [type, gid] of object.names) {
        const right = await rightOn(objects.made, person, type, gid)
        assert.ok(allows(right, 'view'), `${role} sees ${object.title}, and not its ${type}`)
      }
    }
  }
})

test('an object in the trash is visible to no person, and neither is what is visible only through it', () => {
  const deleted = table.filter(({ object }) => object.title.endsWith(' in the trash'))
  assert.equal(deleted.length, 10)
  for (const { object, rightsByRole } of deleted) {
    // A service account sees every task of its workspace.
    const expected = object.type === 'task' && object.title !== 'task in the trash' ? 'admin' : 'none'
    for (const [role, right] of rightsByRole)
      assert.equal(right, role === 'service' ? expected : 'none', `${role} on ${object.title}`)
  }
})
