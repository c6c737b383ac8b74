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
import { golden } from '../harness/golden.ts'
import { ok } from '../harness/sample.ts'
import { setActive } from '../harness/work.ts'
import { type Json, type Person, type World, world } from '../harness/world.ts'

/** The parts of a role: the relation to the organization, to every project, to every team, and to every task. */
interface Role {
  doc: string
  org?: { is_admin?: boolean; is_guest?: boolean; is_view_only?: boolean; is_service?: boolean } | null
  project?: 'admin' | 'editor' | 'commenter' | 'viewer'
  team?: 'admin' | 'member' | 'other'
  task?: 'follower' | 'assignee'
  /** The person left the organization, and possibly returned. */
  left?: 'gone' | 'back'
  /** The role in another organization. */
  elsewhere?: 'admin' | 'member'
}

const guest = { is_guest: true }
const viewOnly = { is_view_only: true }

const everywhere = { project: 'admin', team: 'admin', task: 'follower' } as const

const roles: Record<string, Role> = {
  admin: { doc: 'administrator of the organization', org: { is_admin: true } },
  member: { doc: 'member of the organization' },
  guest: { doc: 'guest of the organization', org: guest },
  viewer: { doc: 'view-only licence', org: viewOnly },
  gone: { doc: 'former member, with all roles below', left: 'gone', ...everywhere },
  back: { doc: 'former member with all roles below, who was added again', left: 'back', ...everywhere },
  service: { doc: 'service account', org: { is_admin: true, is_service: true } },
  outside: { doc: 'somebody of no workspace', org: null },
  'x:admin': { doc: 'administrator of another organization', org: null, elsewhere: 'admin' },
  'x:both': { doc: 'guest of the organization, administrator of another one', org: guest, elsewhere: 'admin' },
  'p:admin': { doc: 'member, administrator of every project', project: 'admin' },
  'p:edit': { doc: 'member, editor of every project', project: 'editor' },
  'p:comm': { doc: 'member, commenter of every project', project: 'commenter' },
  'p:view': { doc: 'member, viewer of every project', project: 'viewer' },
  'p:guest': { doc: 'guest, editor of every project', org: guest, project: 'editor' },
  'p:lic': { doc: 'view-only licence, editor of every project', org: viewOnly, project: 'editor' },
  't:admin': { doc: 'member, administrator of every team', team: 'admin' },
  't:memb': { doc: 'member, in every team', team: 'member' },
  't:guest': { doc: 'guest, in every team', org: guest, team: 'member' },
  't:lic': { doc: 'view-only licence, in every team', org: viewOnly, team: 'member' },
  't:other': { doc: 'member, in another team than those of the table', team: 'other' },
  follows: { doc: 'member, follower of every task', task: 'follower' },
  assigned: { doc: 'member, assignee of every task', task: 'assignee' },
  'f:guest': { doc: 'guest, follower of every task', org: guest, task: 'follower' },
}

const levels = ['viewer', 'commenter', 'editor', 'admin'] as const
const privacies = ['private', 'private_to_team', 'public_to_workspace'] as const

/** An object of the table. */
interface Thing {
  title: string
  type: Name
  gid: string
  /** Objects that it shows: a role that cannot see one of these must not see the object. */
  names: [type: Name, gid: string][]
}

/** Creates objects and records them. */
class Things {
  readonly all: Thing[] = []
  readonly made: World
  readonly people: Map<string, Person>
  constructor(made: World, people: Map<string, Person>) {
    this.made = made
    this.people = people
  }

  add(title: string, type: Name, gid: string, names: Thing['names'] = []): string {
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

async function addTeam(things: Things, title: string, visibility = title): Promise<string> {
  const { ann, workspace, store } = things.made
  const isOther = title === 'other'
  const own = isOther ? {} : { visibility }
  const gid = await ann.create('/teams', { organization: workspace, name: 'Team', ...own })
  await store.write(tx =>
    things.with(async ({ team }, user) => {
      const row = { gid: tx.gid(), team: Number(gid), user, workspace: Number(workspace), is_limited_access: 0 }
      if (team && (team === 'other') === isOther)
        await insert(tx, 'team_memberships', { ...row, is_admin: team === 'admin' ? 1 : 0 })
    }),
  )
  if (isOther) return gid
  const bond = await ok(ann.get(`/teams/${gid}/team_memberships`))
  things.add(`team, ${title}`, 'team', gid)
  things.add(`team_membership, ${title}`, 'team_membership', bond.data[0].gid, [
    ['team', gid],
    ['user', bond.data[0].user.gid],
  ])
  return gid
}

async function addProject(things: Things, team: string, [privacy, level]: [string, string], more = '') {
  const { ann, workspace, store } = things.made
  const settings = { privacy_setting: privacy, default_access_level: level }
  const gid = await ann.create('/projects', { workspace, name: 'Project', team, ...settings })
  await store.write(tx =>
    things.with(async ({ project }, member) => {
      const row = { gid: tx.gid(), project: Number(gid), member, workspace: Number(workspace), is_follower: 0 }
      if (project) await insert(tx, 'project_memberships', { ...row, access_level: project })
    }),
  )
  return things.add(`project, ${privacy}, ${level}${more}`, 'project', gid)
}

async function addTask(things: Things, title: string, body: Json): Promise<string> {
  const { ann, store } = things.made
  const gid = await ann.create('/tasks', { name: 'Task', ...body })
  await store.write(tx =>
    things.with(async ({ task }, user) => {
      if (task === 'follower') await insertOrIgnore(tx, 'task_followers', { task: Number(gid), user })
      if (task === 'assignee') await update(tx, 'tasks', { gid: Number(gid) }, { assignee: user })
    }),
  )
  return things.add(title, 'task', gid)
}

/** A private project that is shared with a team by name. */
async function addShared(things: Things, team: string, what = 'a team') {
  const { ann, workspace, store } = things.made
  const gid = await ann.create('/projects', { workspace, name: 'Shared', privacy_setting: 'private' })
  const bond = { member: Number(team), workspace: Number(workspace), access_level: 'commenter', is_follower: 0 }
  await store.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), project: Number(gid), ...bond }))
  things.add(`project, private, shared with ${what}`, 'project', gid)
  await addTask(things, `task, private, shared with ${what}`, { projects: [gid] })
}

/** Objects that depend on others in a project. */
async function addWhatFollows(things: Things, project: string, privacy: string) {
  const { ann } = things.made
  const first = async (path: string) => (await ok(ann.get(path))).data[0].gid as string
  const names: Thing['names'] = [['project', project]]
  const membership = await first(`/projects/${project}/project_memberships`)
  things.add(`section, ${privacy}`, 'section', await first(`/projects/${project}/sections`), names)
  things.add(`project_membership, ${privacy}`, 'project_membership', membership, names)
  things.add(`task_counts, ${privacy}`, 'task_counts', project, names)
  const task = await addTask(things, `task, ${privacy}, as a part`, { projects: [project] })
  // No person of the table follows the subtasks: their rights come from the parent task.
  const subtask = await ann.create(`/tasks/${task}/subtasks`, { name: 'Subtask' })
  things.add('subtask of it', 'task', subtask)
  things.add('subtask of that', 'task', await ann.create(`/tasks/${subtask}/subtasks`, { name: 'Subtask' }))
  things.add('story of it', 'story', await ann.create(`/tasks/${task}/stories`, { text: 'Comment' }), [['task', task]])
}

async function addOthers(things: Things) {
  const { ann, ben, workspace, person } = things.made
  const first = async (path: string) => (await ok(ben.get(path))).data[0].gid as string
  const stranger = await person('Nobody', null)
  things.add('workspace', 'workspace', workspace)
  const membership = await first('/users/me/workspace_memberships')
  things.add('workspace_membership', 'workspace_membership', membership, [['user', ben.gid]])
  things.add('user of the organization', 'user', ben.gid)
  things.add('user of no workspace', 'user', stranger.gid)
  const list = await ok(ben.get(`/users/me/user_task_list?workspace=${workspace}`))
  const mine = things.add('user_task_list of a member', 'user_task_list', list.data.gid, [['user', ben.gid]])
  things.add('section of it', 'section', await first(`/projects/${mine}/sections`), [['user_task_list', mine]])
  things.add('tag', 'tag', await ann.create('/tags', { workspace, name: 'Tag' }))
  await addTask(things, 'task in no project', { workspace })
}

/** Custom fields by visibility, by the rights that they give, and by where they apply. */
async function addFields(things: Things, project: string) {
  const { ann, workspace } = things.made
  const settings = [
    ...['private', 'public', 'public_with_guests'].map(privacy => [privacy, 'editor']),
    ...['admin', 'user'].map(level => ['public_with_guests', level]),
  ]
  for (const [privacy_setting, default_access_level] of settings) {
    const title = `${privacy_setting}, ${default_access_level}`
    const options = { resource_subtype: 'enum', enum_options: [{ name: 'Option' }] }
    const how = { privacy_setting, default_access_level }
    const custom_field = await ann.create('/custom_fields', { workspace, name: title, ...options, ...how })
    things.add(`custom_field, ${title}`, 'custom_field', custom_field)
    if (default_access_level !== 'editor') continue
    const { enum_options } = (await ok(ann.get(`/custom_fields/${custom_field}`))).data
    const names: Thing['names'] = [['custom_field', custom_field]]
    things.add('option of it', 'enum_option', enum_options[0].gid, names)
    const setting = await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
    const shown: Thing['names'] = [...names, ['project', project]]
    things.add('setting of it, public_to_workspace', 'custom_field_setting', setting.data.gid, shown)
  }
}

/** Moves an object to the trash. */
const trash = ({ made }: Things, table: 'teams' | 'projects' | 'tasks' | 'custom_fields', gid: string) =>
  made.store.write(tx => update(tx, table, { gid: Number(gid) }, { deleted_at: tx.now }))

/** Objects that were shared with a team in the trash. */
async function addDeletedTeam(things: Things) {
  const team = await addTeam(things, 'in the trash', 'request_to_join')
  const project = await addProject(things, team, ['private_to_team', 'editor'], ', its team deleted')
  await addTask(things, 'task of it', { projects: [project] })
  await addShared(things, team, 'a deleted team')
  await trash(things, 'teams', team)
}

/** Objects in the trash, and objects visible only through them: no person of the table follows a task among them. */
async function addTrash(things: Things, team: string) {
  const { ann, workspace } = things.made
  const project = await addProject(things, team, ['public_to_workspace', 'editor'], ', in the trash')
  things.add('task of a project in the trash', 'task', await ann.create('/tasks', { name: 'x', projects: [project] }))
  const sections = await ok(ann.get(`/projects/${project}/sections`))
  things.add('section of a project in the trash', 'section', sections.data[0].gid)
  await trash(things, 'projects', project)
  const parent = await ann.create('/tasks', { workspace, name: 'Parent' })
  things.add('task in the trash', 'task', parent)
  things.add('subtask of a task in the trash', 'task', await ann.create(`/tasks/${parent}/subtasks`, { name: 'Below' }))
  await trash(things, 'tasks', parent)
  const options = { resource_subtype: 'enum', enum_options: [{ name: 'Option' }] }
  const field = await ann.create('/custom_fields', { workspace, name: 'Trashed', ...options })
  things.add('custom_field in the trash', 'custom_field', field)
  const { enum_options } = (await ok(ann.get(`/custom_fields/${field}`))).data
  things.add('option of a field in the trash', 'enum_option', enum_options[0].gid)
  const open = await ann.create('/projects', { workspace, name: 'Open', privacy_setting: 'public_to_workspace' })
  const setting = await ok(ann.post(`/projects/${open}/addCustomFieldSetting`, { custom_field: field }))
  things.add('setting of a field in the trash', 'custom_field_setting', setting.data.gid)
  await trash(things, 'custom_fields', field)
}

/** The people of the table, one for each role, as far as they are created before its objects. */
async function cast(made: World): Promise<Map<string, Person>> {
  const people = new Map<string, Person>()
  const other = await made.store.write(tx =>
    createWorkspace(tx, { name: 'Other', domains: ['other.example'], plan: 'enterprise' }),
  )
  for (const [name, { org, elsewhere }] of Object.entries(roles)) {
    const person = await made.person(name.replace(':', '-'), org)
    people.set(name, person)
    if (elsewhere)
      await made.store.write(tx => join(tx, Number(person.gid), other, { is_admin: elsewhere === 'admin' }))
  }
  return people
}

async function build(): Promise<Things> {
  const made = await world()
  const people = await cast(made)
  const things = new Things(made, people)
  await addOthers(things)
  await addTeam(things, 'other')
  await addTeam(things, 'public')
  await addTeam(things, 'secret')
  const team = await addTeam(things, 'request_to_join')
  for (const privacy of privacies) {
    for (const level of levels) {
      const project = await addProject(things, team, [privacy, level])
      await addTask(things, `task, ${privacy}, ${level}`, { projects: [project] })
      if (level === 'commenter') await addWhatFollows(things, project, privacy)
      if (level === 'commenter' && privacy === 'public_to_workspace') await addFields(things, project)
    }
  }
  await addShared(things, team)
  await addDeletedTeam(things)
  await addTrash(things, team)
  for (const [name, person] of people) {
    const { left } = roles[name] ?? {}
    if (left === 'gone') await setActive(made, person, false)
    if (left !== 'back') continue
    await ok(made.ann.post(`/workspaces/${made.workspace}/removeUser`, { user: person.gid }))
    await ok(made.ann.post(`/workspaces/${made.workspace}/addUser`, { user: person.email }))
  }
  return things
}

type Table = { thing: Thing; held: Map<string, Right> }[]

/** The right of one person on one object. */
async function rightOn({ store }: World, { gid: me }: Person, type: Name, gid: string): Promise<Right> {
  return (await rights(store.read, Number(me), type, [Number(gid)])).get(Number(gid)) ?? 'none'
}

async function tableOf({ all, people, made }: Things): Promise<Table> {
  const table: Table = []
  for (const thing of all) {
    const held = new Map<string, Right>()
    for (const [role, person] of people) held.set(role, await rightOn(made, person, thing.type, thing.gid))
    table.push({ thing, held })
  }
  return table
}

function written(table: Table): string {
  const width = Math.max(...table.map(({ thing }) => thing.title.length)) + 2
  const row = (title: string, cells: string[]) =>
    [title.padEnd(width), ...cells.map(cell => cell.padEnd(9))].join('').trimEnd()
  const lines = [...Object.entries(roles).map(([name, { doc }]) => `${name.padEnd(9)} ${doc}`), '']
  lines.push(row('', Object.keys(roles)))
  const cellOf = (right: Right) => right.replace('none', '-')
  for (const { thing, held } of table) lines.push(row(thing.title, [...held.values()].map(cellOf)))
  return `${lines.join('\n')}\n`
}

const things = await build()
const table = await tableOf(things)

test('the matrix of rights matches the golden file', () => {
  golden('test/golden/policy.txt', written(table))
})

test('a person outside the organization has no right in it, whatever they are elsewhere', () => {
  for (const { thing, held } of table) {
    for (const role of ['outside', 'x:admin', 'gone']) assert.equal(held.get(role), 'none', `${role} on ${thing.title}`)
  }
})

test('a guest has the same rights whatever they are in another organization', () => {
  for (const { thing, held } of table) assert.equal(held.get('x:both'), held.get('guest'), thing.title)
})

test('a view-only licence never allows more than viewing', () => {
  const licensed = Object.entries(roles).flatMap(([role, { org }]) => (org?.is_view_only ? [role] : []))
  for (const { thing, held } of table) {
    for (const role of licensed) assert.ok(!allows(held.get(role), 'comment'), `${role} on ${thing.title}`)
  }
})

test('an object is visible only to people who can see what it names', async () => {
  for (const { thing, held } of table) {
    for (const [role, person] of things.people) {
      if (!allows(held.get(role), 'view')) continue
      for (const [type, gid] of thing.names) {
        const right = await rightOn(things.made, person, type, gid)
        assert.ok(allows(right, 'view'), `${role} sees ${thing.title}, and not its ${type}`)
      }
    }
  }
})

test('an object in the trash is visible to no person, and neither is what is visible only through it', () => {
  const deleted = table.filter(({ thing }) => thing.title.endsWith(' in the trash'))
  assert.equal(deleted.length, 10)
  for (const { thing, held } of deleted) {
    // A service account sees every task of its workspace.
    const through = thing.type === 'task' && thing.title !== 'task in the trash' ? 'admin' : 'none'
    for (const [role, right] of held)
      assert.equal(right, role === 'service' ? through : 'none', `${role} on ${thing.title}`)
  }
})
