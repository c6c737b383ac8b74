import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, type World, world } from '../../../test/harness/world.ts'
import { insert } from '../../store/change.ts'
import { createWorkspace, join } from './rules/join.ts'

/** A workspace without e-mail domains, with `first` as administrator. */
async function plainWorkspace({ store }: World, first: Person): Promise<string> {
  const gid = await store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Club', domains: null, plan: 'premium' })
    await join(tx, Number(first.gid), made, { is_admin: true })
    return made
  })
  return String(gid)
}

/** A project of `owner` in the world's organization. */
async function makeProject({ store, workspace: home }: World, owner: Person, privacy: string): Promise<string> {
  const gid = await store.write(async tx => {
    const [project, workspace] = [tx.gid(), Number(home)]
    const row = {
      team: null,
      html_notes: null,
      color: null,
      icon: null,
      completed_at: null,
      completed_by: null,
      current_status_update: null,
      created_from_template: null,
    }
    const open = { archived: 0, completed: 0, start_on: null, due_on: null, deleted_at: null, deleted_by: null }
    await insert(tx, 'projects', {
      ...{ gid: project, workspace, owner: Number(owner.gid), name: 'Plan', notes: '', ...row, ...open },
      ...{ default_view: 'list', privacy_setting: privacy, default_access_level: 'editor' },
      ...{ minimum_access_level_for_customization: 'editor', minimum_access_level_for_sharing: 'editor' },
      ...{ created_at: tx.now, modified_at: tx.now },
    })
    const membership = { gid: tx.gid(), project, member: Number(owner.gid), workspace }
    await insert(tx, 'project_memberships', { ...membership, access_level: 'admin', is_follower: 0 })
    return project
  })
  return String(gid)
}

const membershipOf = async (asker: Person, workspace: string, user: string) =>
  (await asker.get(`/workspaces/${workspace}/workspace_memberships?user=${user}&opt_expand=this`)).data[0]

test('a workspace is listed to its users and renamed only by its administrators', async () => {
  const { ann, ben, workspace, person } = await world()
  const sam = await person('Sam', null)
  assert.deepEqual((await ben.get('/workspaces')).data, [
    { gid: workspace, resource_type: 'workspace', name: 'Example' },
  ])
  assert.deepEqual((await sam.get('/workspaces')).data, [])
  assert.equal((await ann.put(`/workspaces/${workspace}`, { name: 'Sample' })).data.name, 'Sample')
  assert.equal((await ben.put(`/workspaces/${workspace}`, { name: 'Mine' })).status, 403)
  assert.equal((await sam.put(`/workspaces/${workspace}`, { name: 'Mine' })).status, 404)
})

test('an unknown address becomes an active user with a name', async () => {
  const { ann, workspace } = await world()
  const added = await ann.post(`/workspaces/${workspace}/addUser`, { user: 'Dora.Lee@Example.com' })
  assert.equal(added.status, 200)
  assert.deepEqual(
    [added.data.name, added.data.email, added.data.resource_type],
    ['Dora.Lee', 'dora.lee@example.com', 'user'],
  )
  assert.deepEqual(added.data.workspaces, [{ gid: workspace, resource_type: 'workspace', name: 'Example' }])
  const membership = await membershipOf(ann, workspace, added.data.gid)
  assert.deepEqual([membership.is_active, membership.is_guest, membership.is_admin], [true, false, false])
  assert.equal(membership.user_task_list.resource_type, 'user_task_list')
})

test('a user with an address of another domain is a guest of an organization, and a member of a plain workspace', async () => {
  const here = await world()
  const { ann, workspace } = here
  const guest = await ann.post(`/workspaces/${workspace}/addUser`, { user: 'eve@elsewhere.org' })
  assert.equal((await membershipOf(ann, workspace, guest.data.gid)).is_guest, true)
  const club = await plainWorkspace(here, ann)
  const member = await ann.post(`/workspaces/${club}/addUser`, { user: guest.data.gid })
  assert.equal(member.data.gid, guest.data.gid)
  assert.equal((await membershipOf(ann, club, member.data.gid)).is_guest, false)
})

test('adding an existing member changes nothing', async () => {
  const { ann, ben, workspace } = await world()
  for (const user of [ann.gid, ann.email, Number(ann.gid), 'ANN@example.com']) {
    const answer = await ben.post(`/workspaces/${workspace}/addUser`, { user })
    assert.deepEqual([answer.status, answer.data.gid], [200, ann.gid])
  }
  assert.equal((await membershipOf(ben, workspace, ann.gid)).is_admin, true)
})

test('only full members can invite', async () => {
  const { workspace, person } = await world()
  const [guest, viewer, stranger] = [
    await person('Gus', { is_guest: true }),
    await person('Vic', { is_view_only: true }),
    await person('Sam', null),
  ]
  const invite = (who: Person) => who.post(`/workspaces/${workspace}/addUser`, { user: 'x@example.com' })
  assert.deepEqual(
    [(await invite(guest)).status, (await invite(viewer)).status, (await invite(stranger)).status],
    [403, 403, 404],
  )
})

test('adding an unknown user by gid, or an object that is not a user, is refused', async () => {
  const { ann, workspace, person } = await world()
  const sam = await person('Sam', null)
  const rows: [unknown, string][] = [
    [sam.gid, `user: Not a recognized ID: ${sam.gid}`],
    ['123456', 'user: Not a recognized ID: 123456'],
    ['Sam', 'user: Not an email, GID, or "me": Sam'],
    ['a@b@c', 'user: Not an email, GID, or "me": a@b@c'],
    [{}, 'user: Not a valid GID type: object'],
    [true, 'user: Not a valid GID type: boolean'],
    [null, 'user: Missing input'],
    [undefined, 'user: Missing input'],
  ]
  for (const [user, message] of rows) {
    const answer = await ann.post(`/workspaces/${workspace}/addUser`, { user })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  assert.equal((await ann.post(`/workspaces/${workspace}/addUser`, { user: sam.email })).data.gid, sam.gid)
})

test('a removed user loses lists, teams and projects, and can be added again', async () => {
  const here = await world()
  const { ann, ben, workspace } = here
  const team = await ann.create('/teams', { organization: workspace, name: 'Crew' })
  await ann.post(`/teams/${team}/addUser`, { user: ben.gid })
  const project = await makeProject(here, ben, 'public_to_workspace')
  const removed = await ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.email })
  assert.deepEqual([removed.status, removed.body], [200, { data: {} }])
  const names = async (path: string) => (await ann.get(path)).data.map((user: { name: string }) => user.name)
  assert.deepEqual(await names(`/workspaces/${workspace}/users`), ['Ann'])
  assert.deepEqual(await names(`/users?workspace=${workspace}`), ['Ann'])
  assert.deepEqual(await names('/users'), ['Ann'])
  assert.deepEqual(await names(`/teams/${team}/users`), ['Ann'])
  assert.equal((await ann.get(`/projects/${project}`)).data.owner.gid, ann.gid)
  assert.equal((await ben.get(`/projects/${project}`)).status, 401)
  const memberships = await ann.get(`/workspaces/${workspace}/workspace_memberships?opt_fields=user.name,is_active`)
  assert.deepEqual(
    memberships.data.map((membership: { user: { name: string }; is_active: boolean }) => [
      membership.user.name,
      membership.is_active,
    ]),
    [
      ['Ann', true],
      ['Ben', false],
    ],
  )
  const back = await ann.post(`/workspaces/${workspace}/addUser`, { user: ben.gid })
  assert.deepEqual([back.status, back.data.gid], [200, ben.gid])
  assert.equal((await membershipOf(ann, workspace, ben.gid)).is_active, true)
  assert.equal((await ben.get('/users/me')).status, 401, 'a token that ended stays so')
})

test('tasks of a removed user stay assigned, but the user has no access', async () => {
  const here = await world()
  const { ann, ben, workspace } = here
  await plainWorkspace(here, ben)
  const task = await ann.create('/tasks', { workspace, name: 'mow', assignee: ben.gid })
  await ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid })
  assert.equal((await ann.get(`/tasks/${task}`)).data.assignee.gid, ben.gid)
  assert.equal((await ben.get(`/tasks/${task}`)).status, 401)
  assert.equal((await ann.post('/tasks', { workspace, name: 'sow', assignee: ben.gid })).status, 400)
})

test('a private project without other members stays hidden from the caller who removed its owner', async () => {
  const here = await world()
  const { ann, ben, workspace } = here
  const project = await makeProject(here, ben, 'private')
  await ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid })
  assert.equal((await ann.get(`/projects/${project}`)).status, 404)
})

test('only administrators can remove users, and the last administrator cannot be removed', async () => {
  const { ann, ben, workspace, person } = await world()
  const [guest, sam] = [await person('Gus', { is_guest: true }), await person('Sam', null)]
  const remove = async (who: Person, user: string) => {
    const { status, message } = await who.post(`/workspaces/${workspace}/removeUser`, { user })
    return [status, message]
  }
  assert.deepEqual(await remove(ben, ben.gid), [403, 'You do not have access to this workspace.'])
  assert.deepEqual((await remove(guest, ben.gid))[0], 403)
  assert.deepEqual((await remove(sam, ben.gid))[0], 404)
  assert.deepEqual(await remove(ann, 'me'), [400, 'user: The last administrator cannot be removed'])
  assert.deepEqual(await remove(ann, sam.gid), [400, `user: Not a recognized ID: ${sam.gid}`])
  const second = await person('Zoe', { is_admin: true })
  assert.equal((await remove(ann, 'me'))[0], 200)
  assert.equal((await remove(second, 'me'))[0], 400)
})

test('memberships of a workspace are listed only to its users, and paged', async () => {
  const { ann, ben, workspace, person } = await world()
  const sam = await person('Sam', null)
  for (let index = 0; index < 5; index++) await person(`P${index}`)
  const all = await ben.get(`/workspaces/${workspace}/workspace_memberships`)
  assert.equal(all.data.length, 7)
  const seen: string[] = []
  let path: string | undefined = `/workspaces/${workspace}/workspace_memberships?limit=3`
  while (path) {
    const page = await ben.get(path)
    seen.push(...page.data.map((membership: { gid: string }) => membership.gid))
    path = page.body.next_page?.path
  }
  assert.deepEqual(
    seen,
    all.data.map((membership: { gid: string }) => membership.gid),
  )
  const one = await ben.get(`/workspace_memberships/${seen[0]}`)
  assert.deepEqual([one.data.user.gid, one.data.is_admin, one.data.vacation_dates], [ann.gid, true, null])
  assert.equal((await sam.get(`/workspace_memberships/${seen[0]}`)).status, 404)
  assert.equal((await sam.get(`/workspaces/${workspace}/workspace_memberships`)).status, 404)
  const own = await ben.get('/users/me/workspace_memberships')
  assert.deepEqual(own.data[0].user, { gid: ben.gid, resource_type: 'user', name: 'Ben' })
  assert.deepEqual(own.data[0].workspace, { gid: workspace, resource_type: 'workspace', name: 'Example' })
})

test('the workspaces of a user are limited to those of the caller', async () => {
  const here = await world()
  const { ann, ben, workspace } = here
  await plainWorkspace(here, ann)
  assert.equal((await ann.get('/users/me/workspaces')).data.length, 2)
  const shared = await ben.get(`/users/${ann.gid}/workspaces`)
  assert.deepEqual(
    shared.data.map((one: { gid: string }) => one.gid),
    [workspace],
  )
  assert.equal((await ben.get(`/users/${ann.gid}`)).data.workspaces.length, 1)
})

test('a service account gets empty lists of the usage of AI Studio, a member 403 and a stranger 404', async () => {
  const { ann, workspace, person, service } = await world()
  const [sam, bot] = [await person('Sam', null), await service('Bot')]
  for (const path of [`/workspaces/${workspace}/ai_studio/runs`, `/workspaces/${workspace}/ai_studio/seats`]) {
    assert.deepEqual((await bot.get(path)).body, { data: [] })
    assert.deepEqual((await bot.get(`${path}?limit=10`)).body, { data: [], next_page: null })
    const refused = await bot.get(`${path}?division_gid=12`)
    assert.deepEqual([refused.status, refused.message], [400, 'division_gid: Not a recognized ID: 12'])
    assert.equal((await ann.get(path)).status, 403)
    assert.equal((await sam.get(path)).status, 404)
  }
  const runs = `/workspaces/${workspace}/ai_studio/runs?end_at=2026-01-01T00:00:00.000Z&start_at=`
  assert.deepEqual((await bot.get(`${runs}2025-01-01T00:00:00.000Z`)).data, [])
  const later = await bot.get(`${runs}2026-01-01T00:00:00.001Z`)
  assert.deepEqual([later.status, later.message], [400, 'start_at: Is after end_at'])
})
