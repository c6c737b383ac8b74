/**
 * Who may do what, as one table: every role against every kind of object. A change of the rules is seen in review as
 * changed cells. Nobody in the table has made anything in it.
 */
import { test } from 'node:test'
import type { Name } from '../../src/names.ts'
import { rights } from '../../src/policy/rights.ts'
import { insert, link, update } from '../../src/store/change.ts'
import { golden } from '../harness/golden.ts'
import { ok } from '../harness/sample.ts'
import { setActive } from '../harness/work.ts'
import { type Json, type Person, type World, world } from '../harness/world.ts'

/** What makes a role: how one belongs to the organization, to every project, to every team, and to every task. */
interface Role {
  doc: string
  org?: { is_admin?: boolean; is_guest?: boolean; is_view_only?: boolean; is_service?: boolean } | null
  project?: 'admin' | 'editor' | 'commenter' | 'viewer'
  team?: 'admin' | 'member' | 'other'
  task?: 'follower' | 'assignee'
  gone?: true
}

const guest = { is_guest: true }
const viewOnly = { is_view_only: true }

const roles: Record<string, Role> = {
  admin: { doc: 'administrator of the organization', org: { is_admin: true } },
  member: { doc: 'member of the organization' },
  guest: { doc: 'guest of the organization', org: guest },
  viewer: { doc: 'view-only licence', org: viewOnly },
  gone: { doc: 'former member, with all roles below', gone: true, project: 'admin', team: 'admin', task: 'follower' },
  service: { doc: 'service account', org: { is_admin: true, is_service: true } },
  outside: { doc: 'somebody of no workspace', org: null },
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
}

/** Makes things and remembers them. */
class Things {
  readonly all: Thing[] = []
  readonly made: World
  readonly people: Map<string, Person>
  constructor(made: World, people: Map<string, Person>) {
    this.made = made
    this.people = people
  }

  add(title: string, type: Name, gid: string): string {
    this.all.push({ title, type, gid })
    return gid
  }

  async with(give: (role: Role, user: number) => Promise<unknown>) {
    for (const [name, person] of this.people) {
      const role = roles[name]
      if (role) await give(role, Number(person.gid))
    }
  }
}

async function addTeam(things: Things, visibility: string): Promise<string> {
  const { ann, workspace, store } = things.made
  const own = visibility === 'other' ? {} : { visibility }
  const gid = await ann.makes('/teams', { organization: workspace, name: 'Team', ...own })
  await store.write(tx =>
    things.with(async ({ team }, user) => {
      const row = { gid: tx.gid(), team: Number(gid), user, workspace: Number(workspace), is_limited_access: 0 }
      if (team && (team === 'other') === (visibility === 'other'))
        await insert(tx, 'team_memberships', { ...row, is_admin: team === 'admin' ? 1 : 0 })
    }),
  )
  if (visibility === 'other') return gid
  const bond = await ok(ann.get(`/teams/${gid}/team_memberships`))
  things.add(`team, ${visibility}`, 'team', gid)
  things.add(`team_membership, ${visibility}`, 'team_membership', bond.data[0].gid)
  return gid
}

async function addProject(things: Things, team: string, [privacy, level]: [string, string]): Promise<string> {
  const { ann, workspace, store } = things.made
  const settings = { privacy_setting: privacy, default_access_level: level }
  const gid = await ann.makes('/projects', { workspace, name: 'Project', team, ...settings })
  await store.write(tx =>
    things.with(async ({ project }, member) => {
      const row = { gid: tx.gid(), project: Number(gid), member, workspace: Number(workspace), is_follower: 0 }
      if (project) await insert(tx, 'project_memberships', { ...row, access_level: project })
    }),
  )
  return things.add(`project, ${privacy}, ${level}`, 'project', gid)
}

async function addTask(things: Things, title: string, body: Json): Promise<string> {
  const { ann, store } = things.made
  const gid = await ann.makes('/tasks', { name: 'Task', ...body })
  await store.write(tx =>
    things.with(async ({ task }, user) => {
      if (task === 'follower') await link(tx, 'task_followers', { task: Number(gid), user })
      if (task === 'assignee') await update(tx, 'tasks', { gid: Number(gid) }, { assignee: user })
    }),
  )
  return things.add(title, 'task', gid)
}

/** A private project that is shared with a team by name. */
async function addShared(things: Things, team: string) {
  const { ann, workspace, store } = things.made
  const gid = await ann.makes('/projects', { workspace, name: 'Shared', privacy_setting: 'private' })
  const bond = { member: Number(team), workspace: Number(workspace), access_level: 'commenter', is_follower: 0 }
  await store.write(tx => insert(tx, 'project_memberships', { gid: tx.gid(), project: Number(gid), ...bond }))
  things.add('project, private, shared with a team', 'project', gid)
  await addTask(things, 'task, private, shared with a team', { projects: [gid] })
}

/** The objects that follow others in a project. */
async function addWhatFollows(things: Things, project: string, privacy: string) {
  const { ann } = things.made
  const first = async (path: string) => (await ok(ann.get(path))).data[0].gid as string
  things.add(`section, ${privacy}`, 'section', await first(`/projects/${project}/sections`))
  things.add(
    `project_membership, ${privacy}`,
    'project_membership',
    await first(`/projects/${project}/project_memberships`),
  )
  things.add(`task_counts, ${privacy}`, 'task_counts', project)
  const task = await addTask(things, `task, ${privacy}, as a part`, { projects: [project] })
  // Nobody of the table follows what is below: rights come from the task above.
  const subtask = await ann.makes(`/tasks/${task}/subtasks`, { name: 'Subtask' })
  things.add('subtask of it', 'task', subtask)
  things.add('subtask of that', 'task', await ann.makes(`/tasks/${subtask}/subtasks`, { name: 'Subtask' }))
  things.add('story of it', 'story', await ann.makes(`/tasks/${task}/stories`, { text: 'Comment' }))
}

async function addOthers(things: Things) {
  const { ann, ben, workspace, person } = things.made
  const first = async (path: string) => (await ok(ben.get(path))).data[0].gid as string
  const stranger = await person('Nobody', null)
  things.add('workspace', 'workspace', workspace)
  things.add('workspace_membership', 'workspace_membership', await first('/users/me/workspace_memberships'))
  things.add('user of the organization', 'user', ben.gid)
  things.add('user of no workspace', 'user', stranger.gid)
  const list = await ok(ben.get(`/users/me/user_task_list?workspace=${workspace}`))
  things.add('user_task_list of a member', 'user_task_list', list.data.gid)
  things.add('section of it', 'section', await first(`/projects/${list.data.gid}/sections`))
  things.add('tag', 'tag', await ann.makes('/tags', { workspace, name: 'Tag' }))
  await addTask(things, 'task in no project', { workspace })
}

/** Custom fields by whom they are shown to, what these may do, and where they apply. */
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
    const custom_field = await ann.makes('/custom_fields', { workspace, name: title, ...options, ...how })
    things.add(`custom_field, ${title}`, 'custom_field', custom_field)
    if (default_access_level !== 'editor') continue
    const { enum_options } = (await ok(ann.get(`/custom_fields/${custom_field}`))).data
    things.add('option of it', 'enum_option', enum_options[0].gid)
    const setting = await ok(ann.post(`/projects/${project}/addCustomFieldSetting`, { custom_field }))
    things.add('setting of it, public_to_workspace', 'custom_field_setting', setting.data.gid)
  }
}

async function build(): Promise<Things> {
  const made = await world()
  const people = new Map<string, Person>()
  for (const [name, { org }] of Object.entries(roles)) people.set(name, await made.person(name.replace(':', '-'), org))
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
  for (const [name, person] of people) if (roles[name]?.gone) await setActive(made, person, false)
  return things
}

async function table({ all, people, made }: Things): Promise<string> {
  const width = Math.max(...all.map(({ title }) => title.length)) + 2
  const row = (title: string, cells: string[]) =>
    [title.padEnd(width), ...cells.map(cell => cell.padEnd(9))].join('').trimEnd()
  const lines = [...Object.entries(roles).map(([name, { doc }]) => `${name.padEnd(9)} ${doc}`), '']
  lines.push(row('', Object.keys(roles)))
  for (const { title, type, gid } of all) {
    const cells: string[] = []
    for (const person of people.values()) {
      const held = await rights(made.store.read, Number(person.gid), type, [Number(gid)])
      cells.push((held.get(Number(gid)) ?? 'none').replace('none', '-'))
    }
    lines.push(row(title, cells))
  }
  return `${lines.join('\n')}\n`
}

test('who may do what is what is checked in', async () => {
  golden('test/golden/policy.txt', await table(await build()))
})
