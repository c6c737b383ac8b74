/** Concurrent invitations, removals and role changes of people. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeAccess } from '../../src/identity/revoke_access.ts'
import { createWorkspace, join } from '../../src/resources/people/rules/join.ts'
import { leave } from '../../src/resources/people/rules/leave.ts'
import { findForUpdate, insert } from '../../src/store/change.ts'
import { advisoryLock } from '../../src/store/locks.ts'
import { atOnce, countByStatus, type Instances, instances, whileBlockedBy } from '../harness/instances.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import type { Json, Person } from '../harness/world.ts'

const MANY = 8

/** Ann and others, all administrators of the organization. */
async function administrators(all: Instances): Promise<Person[]> {
  const others: Person[] = []
  for (let one = 1; one < MANY; one++) others.push(await all.person(`Admin${one}`, { is_admin: true }))
  return [all.ann, ...others]
}

/** All of them, signed in. Writes of one person in the console are serialized, so each has a session of their own. */
const everyAdministrator = async (all: Instances) =>
  Promise.all((await administrators(all)).map(admin => signedIn(all, admin)))

const active = async ({ store, workspace }: Instances) =>
  store.read.db
    .selectFrom('workspace_memberships')
    .selectAll()
    .where('workspace', '=', Number(workspace))
    .where('is_active', '=', 1)
    .execute()

const administratorRows = async (all: Instances) => (await active(all)).filter(({ is_admin }) => is_admin === 1)

test('one administrator stays when all leave an organization at once', async () => {
  const all = await instances()
  const admins = await administrators(all)
  const answers = await Promise.all(
    admins.map(admin => admin.post(`/workspaces/${all.workspace}/removeUser`, { user: 'me' })),
  )
  assert.deepEqual(countByStatus(answers), { 200: MANY - 1, 400: 1 })
  assert.equal((await administratorRows(all)).length, 1)
})

test('one administrator stays when all step down or remove each other at once', async () => {
  const all = await instances()
  const visitors = await everyAdministrator(all)
  const admins = visitors.map(({ gid }) => gid)
  const other = (one: number) => admins[(one + 1) % admins.length]
  const people = `/organizations/${all.workspace}/people`
  await Promise.all([
    ...visitors.map((visitor, one) => visitor.put(`${people}/${other(one)}`, { role: 'member' })),
    ...admins.map((_, one) => all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: other(one) })),
  ])
  assert.ok((await administratorRows(all)).length > 0)
})

test('one administrator stays when all leave a project at once', async () => {
  const all = await instances()
  const members = await Promise.all(Array.from({ length: MANY }, (_, one) => all.person(`Member${one}`)))
  const project = await all.ann.create('/projects', { workspace: all.workspace, name: 'Plan' })
  await all.store.write(async tx => {
    for (const { gid } of members) {
      const membership = {
        gid: tx.gid(),
        project: Number(project),
        member: Number(gid),
        workspace: Number(all.workspace),
      }
      await insert(tx, 'project_memberships', { ...membership, access_level: 'admin', is_follower: 0 })
    }
  })
  const admins = [all.ann, ...members]
  const answers = await Promise.all(
    admins.map(one => one.post(`/projects/${project}/removeMembers`, { members: ['me'] })),
  )
  assert.deepEqual(countByStatus(answers), { 200: MANY, 400: 1 })
})

test('a person whom many callers add at once is a member once, with one My Tasks', async () => {
  const all = await instances()
  const email = 'eva@example.com'
  const answers = await atOnce(() => all.ann.post(`/workspaces/${all.workspace}/addUser`, { user: email }))
  assert.deepEqual(countByStatus(answers), { 200: answers.length })
  assert.equal(new Set(answers.map(({ data }) => data.gid)).size, 1)
  const { db } = all.store.read
  const user = Number(answers[0]?.data.gid)
  assert.equal((await db.selectFrom('users').select('gid').where('email', '=', email).execute()).length, 1)
  for (const [table, column] of [['workspace_memberships', 'user'] as const, ['user_task_lists', 'owner'] as const]) {
    const rows = await db.selectFrom(table).select('gid').where(column, '=', user).execute()
    assert.equal(rows.length, 1, table)
  }
})

test('one of many callers that invite the same person at once succeeds', async () => {
  const all = await instances()
  const visitors = await everyAdministrator(all)
  const invitations = `/organizations/${all.workspace}/invitations`
  const answers = await Promise.all(visitors.map(one => one.post(invitations, { email: 'eva@example.com' })))
  assert.deepEqual(countByStatus(answers), { 201: 1, 400: MANY - 1 })
})

test('one of many invitations that bring a person back at once succeeds', async () => {
  const all = await instances()
  const visitors = await everyAdministrator(all)
  await all.ann.post(`/workspaces/${all.workspace}/removeUser`, { user: all.ben.gid })
  const invitation = (one: number) => ({ email: all.ben.email, role: one % 2 ? 'admin' : 'guest' })
  const answers = await Promise.all(
    visitors.map((visitor, one) => visitor.post(`/organizations/${all.workspace}/invitations`, invitation(one))),
  )
  assert.deepEqual(countByStatus(answers), { 201: 1, 400: MANY - 1 })
})

test('a person whom many callers add to a team or a project at once is a member once', async () => {
  const all = await instances()
  const { ann, ben, workspace } = all
  const team = await ann.create('/teams', { organization: workspace, name: 'Design' })
  const project = await ann.create('/projects', { workspace, name: 'Plan' })
  const memberships = await atOnce(() => ann.post(`/teams/${team}/addUser`, { user: ben.gid }))
  assert.equal(new Set(memberships.map(({ data }) => data.gid)).size, 1)
  const shared = await atOnce(() => ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  assert.deepEqual(countByStatus([...memberships, ...shared]), { 200: memberships.length + shared.length })
  const { data } = await ann.get(`/projects/${project}/project_memberships?user=${ben.gid}`)
  assert.equal((data as unknown as Json[]).length, 1)
})

test('a person who leaves keeps no membership that was being created meanwhile', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const teams = await atOnce(one => ann.create('/teams', { organization: workspace, name: `Team ${one}` }), 6)
  const projects = await atOnce(one => ann.create('/projects', { workspace, name: `Plan ${one}` }), 6)
  const eva = await all.person('Eva')
  await Promise.all([
    ...teams.map(team => ann.post(`/teams/${team}/addUser`, { user: eva.gid })),
    ...projects.map(project => ann.post(`/projects/${project}/addMembers`, { members: [eva.gid] })),
    eva.post('/projects', { workspace, name: 'Mine' }),
    eva.post('/teams', { organization: workspace, name: 'Ours' }),
    ann.post(`/workspaces/${workspace}/removeUser`, { user: eva.gid }),
  ])
  const { db } = all.store.read
  const user = Number(eva.gid)
  assert.equal((await active(all)).filter(one => one.user === user).length, 0)
  assert.deepEqual(await db.selectFrom('team_memberships').select('team').where('user', '=', user).execute(), [])
  assert.deepEqual(await db.selectFrom('project_memberships').select('gid').where('member', '=', user).execute(), [])
})

test('a person who leaves the last two organizations at once has no access left', async () => {
  const all = await instances()
  const { stores, workspace, ben } = all
  const [first, second] = stores
  if (!first || !second) return
  const user = Number(ben.gid)
  const elsewhere = await first.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    await join(tx, user, made)
    return made
  })
  await Promise.all([
    first.write(tx => leave(tx, user, Number(workspace), Number(all.ann.gid))),
    second.write(tx => leave(tx, user, elsewhere, user)),
  ])
  assert.equal((await ben.get('/users/me')).status, 401)
  await first.write(tx => revokeAccess(tx, user))
})

test('an administrator who is being removed too inherits no project', async () => {
  const all = await instances()
  const { ann, ben, store, workspace } = all
  const eva = await all.person('Eva', { is_admin: true })
  await ben.create('/projects', { workspace, name: 'Plan', privacy_setting: 'public_to_workspace' })
  await whileBlockedBy(
    store,
    tx => advisoryLock(tx, 'people', Number(workspace)),
    () => ann.post(`/workspaces/${workspace}/removeUser`, { user: eva.gid }),
    () => eva.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }),
  )
  const removed = Number(eva.gid)
  const { db } = store.read
  assert.deepEqual(await db.selectFrom('projects').select('gid').where('owner', '=', removed).execute(), [])
  assert.deepEqual(await db.selectFrom('project_memberships').select('gid').where('member', '=', removed).execute(), [])
})

test('a person who inherits a project administers it, also when they are removed from it meanwhile', async () => {
  const all = await instances()
  const { ann, ben, store, workspace } = all
  const eva = await all.person('Eva')
  const project = Number(await eva.create('/projects', { workspace, name: 'Plan' }))
  const owned = { project, workspace: Number(workspace), is_follower: 0 }
  await store.write(async tx => {
    const [helper, heir] = [Number(ben.gid), Number(ann.gid)]
    await insert(tx, 'project_memberships', { gid: tx.gid(), ...owned, member: helper, access_level: 'admin' })
    await insert(tx, 'project_memberships', { gid: tx.gid(), ...owned, member: heir, access_level: 'editor' })
  })
  await whileBlockedBy(
    store,
    tx => findForUpdate(tx, 'project_memberships', { project, member: Number(ann.gid) }),
    () => ben.post(`/projects/${project}/removeMembers`, { members: [ann.gid] }),
    () => ann.post(`/workspaces/${workspace}/removeUser`, { user: eva.gid }),
  )
  const { db } = store.read
  const [found] = await db.selectFrom('projects').select('owner').where('gid', '=', project).execute()
  assert.equal(found?.owner, Number(ann.gid))
  const memberships = db.selectFrom('project_memberships').select('access_level').where('project', '=', project)
  const [membership] = await memberships.where('member', '=', Number(ann.gid)).execute()
  assert.equal(membership?.access_level, 'admin')
})
