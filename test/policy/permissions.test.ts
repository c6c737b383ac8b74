/**
 * The permissions of roles, each where it decides: a person whose custom role withholds one permission is refused what it
 * decides, and nothing else of this table.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { baseRoleTypes, type PermissionName, permissionNames, permissions } from '../../src/policy/permissions.ts'
import { attachFile } from '../harness/files/form.ts'
import { golden } from '../harness/golden.ts'
import { makeProjectTemplate } from '../harness/samples/templates.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import { type Answer, type Json, type Person, type World, world } from '../harness/world.ts'

interface Scene {
  all: World
  /** The person with the role. */
  me: Person
  /** Objects of Ann that are open to the workspace, with Ben's rights to edit. */
  the: Record<'project' | 'task' | 'team' | 'portfolio' | 'template' | 'own', string>
}

async function scene(): Promise<Scene> {
  const all = await world()
  const { ann, ben, workspace } = all
  const open = { privacy_setting: 'public_to_workspace', default_access_level: 'editor' }
  const project = await ann.create('/projects', { workspace, name: 'Open', ...open })
  const task = await ann.create('/tasks', { name: 'Task', projects: [project] })
  const team = await ann.create('/teams', { organization: workspace, name: 'Team', visibility: 'public' })
  const openPortfolio = { privacy_setting: 'public_to_domain', default_access_level: 'viewer' }
  const portfolio = await ann.create('/portfolios', { workspace, name: 'Open', ...openPortfolio })
  const template = await makeProjectTemplate(all, ann, { public: true })
  const own = await ben.create('/tasks', { workspace, name: 'Own' })
  return { all, me: ben, the: { project, task, team, portfolio, template, own } }
}

type Act = (scene: Scene) => Promise<Answer>

let count = 0

/** A request that each permission decides. */
const acts: Partial<Record<PermissionName, Act[]>> = {
  create_pat_authorization: [async ({ all, me }) => (await signedIn(all, me)).post('/tokens', { name: 'Token' })],
  assign_roles: [],
  manage_roles: [],
  export_project_data: [({ me, the }) => me.post('/exports/graph', { parent: the.project })],
  task_deletion_policy: [async ({ all, me, the }) => me.delete(`/tasks/${await another(all, the)}`)],
  create_global_custom_fields: [
    ({ all: { workspace }, me }) =>
      me.post('/custom_fields', { workspace, name: `Field ${++count}`, resource_subtype: 'text' }),
  ],
  upload_attachments: [
    ({ all, me, the }) => attachFile(all, me, the.task),
    ({ me, the: { task: parent } }) =>
      me.post('/attachments', { parent, resource_subtype: 'external', name: 'x', url: 'https://example.com/' }),
  ],
  create_team: [({ all: { workspace: organization }, me }) => me.post('/teams', { organization, name: 'Mine' })],
  allowed_guest_invites: [
    ({ all: { workspace }, me }) =>
      me.post(`/workspaces/${workspace}/addUser`, { user: `guest${++count}@elsewhere.org` }),
  ],
  share_teams_with_org: [
    ({ all: { workspace: organization }, me }) =>
      me.post('/teams', { organization, name: 'Mine', visibility: 'public' }),
    async ({ all: { workspace: organization }, me }) => {
      const team = await me.post('/teams', { organization, name: 'Mine' })
      return team.status === 201 ? me.put(`/teams/${team.data.gid}`, { visibility: 'public' }) : team
    },
  ],
  share_portfolios_with_org: [
    ({ all: { workspace }, me }) => me.post('/portfolios', { workspace, name: 'Mine', public: true }),
    async ({ all: { workspace }, me }) => {
      const portfolio = await me.post('/portfolios', { workspace, name: 'Mine' })
      const change = { privacy_setting: 'public_to_domain' }
      return portfolio.status === 201 ? me.put(`/portfolios/${portfolio.data.gid}`, change) : portfolio
    },
    ({ me, the }) => me.post(`/portfolios/${the.portfolio}/duplicate`, { name: 'Copy', include: ['permissions'] }),
  ],
  create_project: [
    ({ all: { workspace }, me }) => me.post('/projects', { workspace, name: 'Mine' }),
    ({ all: { workspace }, me }) => me.post(`/workspaces/${workspace}/projects`, { name: 'Mine' }),
    ({ me, the }) => me.post(`/projects/${the.project}/duplicate`, { name: 'Copy' }),
    ({ me, the }) => me.post(`/project_templates/${the.template}/instantiateProject`, { name: 'Copy' }),
  ],
  create_goal: [
    ({ all: { workspace }, me }) => me.post('/goals', { workspace, name: 'Goal', privacy_setting: 'members_only' }),
  ],
  share_goal_with_domain: [
    ({ all: { workspace }, me }) => me.post('/goals', { workspace, name: 'Goal' }),
    async ({ all: { workspace }, me }) => {
      const goal = await me.post('/goals', { workspace, name: 'Goal', privacy_setting: 'members_only' })
      if (goal.status !== 201) return goal
      return me.put(`/goals/${goal.data.gid}`, { privacy_setting: 'public_to_workspace' })
    },
  ],
  create_portfolio: [
    ({ all: { workspace }, me }) => me.post('/portfolios', { workspace, name: 'Mine' }),
    ({ me, the }) => me.post(`/portfolios/${the.portfolio}/duplicate`, { name: 'Copy' }),
  ],
  view_public_teams: [({ me, the }) => me.get(`/teams/${the.team}`)],
  view_shared_with_org_projects: [
    ({ me, the }) => me.get(`/projects/${the.project}`),
    ({ me, the }) => me.get(`/tasks/${the.task}`),
    ({ me, the }) => me.get(`/tasks?project=${the.project}`),
  ],
  view_shared_with_org_portfolios: [({ me, the }) => me.get(`/portfolios/${the.portfolio}`)],
}

/** A task that another person created. */
const another = ({ ann }: World, { project }: Scene['the']) => ann.create('/tasks', { name: 'x', projects: [project] })

/** What a permission withholds of the acts of another one. */
const alsoRefused: Partial<Record<PermissionName, readonly PermissionName[]>> = {
  create_team: ['share_teams_with_org'],
  create_goal: ['share_goal_with_domain'],
  create_portfolio: ['share_portfolios_with_org'],
  // Without the project or the portfolio there is nothing to act on.
  view_shared_with_org_projects: [
    ...(['export_project_data', 'task_deletion_policy', 'upload_attachments', 'create_project'] as const),
  ],
  view_shared_with_org_portfolios: ['create_portfolio', 'share_portfolios_with_org'],
}

/** The statuses of all acts, by permission. */
async function outcomes(at: Scene): Promise<Map<PermissionName, number[]>> {
  const all = new Map<PermissionName, number[]>()
  for (const name of permissionNames) {
    const statuses: number[] = []
    for (const act of acts[name] ?? []) statuses.push((await act(at)).status)
    all.set(name, statuses)
  }
  return all
}

const isAllowed = (status: number) => status < 400

async function giveRole({ all: { ann, workspace, ...rest }, me }: Scene, given: Json): Promise<string> {
  const role = await ann.create('/roles', {
    ...{ workspace, name: 'Role', description: 'x', base_role_type: 'member' },
    permissions: given,
  })
  const visitor = await signedIn(rest, ann)
  const { status } = await visitor.put(`/organizations/${workspace}/people/${me.gid}/role`, { role })
  assert.equal(status, 200)
  return role
}

const least = (name: PermissionName) => permissions[name].values[0]

test('each permission decides its acts, and a role with all of them allows what no role allows', async () => {
  const at = await scene()
  const { ann } = at.all
  for (const [name, statuses] of await outcomes(at)) assert.ok(statuses.every(isAllowed), `${name}: ${statuses}`)
  const role = await giveRole(at, {})
  for (const [name, statuses] of await outcomes(at)) assert.ok(statuses.every(isAllowed), `${name}: ${statuses}`)
  const decided = permissionNames.filter(name => (acts[name] ?? []).length > 0)
  for (const withheld of decided) {
    assert.equal((await ann.put(`/roles/${role}`, { permissions: { [withheld]: least(withheld) } })).status, 200)
    for (const [name, statuses] of await outcomes(at)) {
      const where = `${name}, without ${withheld}: ${statuses}`
      if (name === withheld) assert.ok(!statuses.some(isAllowed), where)
      else if (!alsoRefused[withheld]?.includes(name)) assert.ok(statuses.every(isAllowed), where)
    }
    const most = permissions[withheld].values.at(-1)
    assert.equal((await ann.put(`/roles/${role}`, { permissions: { [withheld]: most } })).status, 200)
  }
})

test('a refusal names the permission', async () => {
  const at = await scene()
  await giveRole(at, { create_team: false, task_deletion_policy: 'owned' })
  const { all, me, the } = at
  const text = (name: string) => `Your role in this workspace does not include the permission ${name}.`
  const team = await me.post('/teams', { organization: all.workspace, name: 'x' })
  assert.deepEqual([team.status, team.message], [403, text('create_team')])
  const other = await me.delete(`/tasks/${the.task}`)
  assert.deepEqual([other.status, other.message], [403, text('task_deletion_policy')])
  assert.equal((await me.delete(`/tasks/${the.own}`)).status, 200)
})

test('a role of one workspace withholds nothing in another one', async () => {
  const at = await scene()
  await giveRole(at, { create_project: false, view_shared_with_org_projects: false })
  const { all, me } = at
  const { createWorkspace, join } = await import('../../src/resources/people/rules/join.ts')
  const other = await all.store.write(async tx => {
    const gid = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    for (const { gid: user } of [me, all.ann]) await join(tx, Number(user), gid)
    return String(gid)
  })
  assert.equal((await me.post('/projects', { workspace: other, name: 'x' })).status, 201)
  assert.equal((await me.post('/projects', { workspace: all.workspace, name: 'x' })).status, 403)
  const open = { privacy_setting: 'public_to_workspace' }
  const project = await all.ann.create('/projects', { workspace: other, name: 'x', ...open })
  assert.equal((await me.get(`/projects/${project}`)).status, 200)
})

test('an object that was hidden by a role is refused as one that does not exist', async () => {
  const at = await scene()
  await giveRole(at, { create_project: false, view_shared_with_org_projects: false })
  const { me, the } = at
  const path = await me.post(`/projects/${the.project}/duplicate`, { name: 'Copy' })
  assert.deepEqual([path.status, path.message], [404, `project: Not a recognized ID: ${the.project}`])
})

test('what an object opens to a member by name is seen without the permission for open objects', async () => {
  const at = await scene()
  await giveRole(at, { view_shared_with_org_projects: false, view_public_teams: false })
  const { all, me, the } = at
  assert.equal((await me.get(`/projects/${the.project}`)).status, 404)
  await all.ann.post(`/projects/${the.project}/addMembers`, { members: [me.gid] })
  assert.equal((await me.get(`/projects/${the.project}`)).status, 200)
  await all.ann.post(`/teams/${the.team}/addUser`, { user: me.gid })
  assert.equal((await me.get(`/teams/${the.team}`)).status, 200)
})

test('the permissions of standard roles and the operations that need them match the golden file', () => {
  const { operations } = createCatalog()
  const lines = permissionNames.map(name => {
    const { values, from, decides } = permissions[name]
    const needing = operations.filter(one => one.permissions.some(need => need.name === name)).map(({ id }) => id)
    const standard = baseRoleTypes.map(base =>
      String(values.at(baseRoleTypes.indexOf(base) >= baseRoleTypes.indexOf(from) ? -1 : 0)),
    )
    return `${name.padEnd(32)} ${standard.map(one => one.padEnd(6)).join(' ')} ${decides}\n${needing.map(id => `  ${id}\n`).join('')}`
  })
  golden('test/golden/permissions.txt', `${' '.repeat(33)}${baseRoleTypes.join('  ')}\n${lines.join('')}`)
})
