import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, type Person, type World, world } from '../../../test/harness/world.ts'
import { permissionNames } from '../../policy/permissions.ts'

const define = (who: Person, workspace: string, permissions: Json = {}, base_role_type = 'member') =>
  who.post('/roles', { workspace, name: 'Role', description: 'A role.', base_role_type, permissions })

/** Gives a person a role, in the console, as this person. */
async function assign({ workspace, ...all }: World, by: Person, to: Person, role: string) {
  return (await signedIn(all, by)).put(`/organizations/${workspace}/people/${to.gid}/role`, { role })
}

const standardOf = async ({ ann, workspace }: World, base: string): Promise<string> =>
  (await ok(ann.get(`/roles?workspace=${workspace}&opt_fields=base_role_type,is_standard_role`))).data.find(
    (one: Json) => one.is_standard_role && one.base_role_type === base,
  ).gid

test('a workspace has four standard roles with all permissions', async () => {
  const { ben, workspace } = await world()
  const { data } = await ok(ben.get(`/roles?workspace=${workspace}`))
  assert.deepEqual(
    data.map(({ gid, ...one }: Json) => one),
    ['Guest', 'Member', 'Admin', 'Super admin'].map((name, place) => ({
      ...{ resource_type: 'role', name, description: data[place].description, is_standard_role: true },
    })),
  )
  const full = (await ok(ben.get(`/roles/${data[1].gid}`))).data
  assert.equal(full.base_role_type, 'member')
  assert.deepEqual(Object.keys(full.permissions), permissionNames)
  assert.equal(permissionNames.length, 27)
  assert.deepEqual(
    [full.permissions.create_project, full.permissions.manage_roles, full.permissions.task_deletion_policy],
    [true, false, 'all'],
  )
  assert.equal(full.workspace.gid, workspace)
  assert.equal((await ben.get('/roles?archived=true')).body.data.length, 0)
})

test('a super administrator creates, updates and deletes a custom role', async () => {
  const { ann, workspace } = await world()
  const made = await define(ann, workspace, { create_project: false })
  assert.equal(made.status, 201)
  assert.deepEqual(
    [made.data.is_standard_role, made.data.permissions.create_project, made.data.permissions.create_team],
    [false, false, true],
  )
  const { data } = await ann.put(`/roles/${made.data.gid}`, { permissions: { create_team: false }, name: 'Other' })
  assert.deepEqual(
    [data.name, data.permissions.create_project, data.permissions.create_team, data.base_role_type],
    ['Other', false, false, 'member'],
  )
  assert.notEqual(data.modified_at, made.data.modified_at)
  assert.equal((await ann.delete(`/roles/${data.gid}`)).status, 200)
  assert.equal((await ann.get(`/roles/${data.gid}`)).status, 404)
})

test('a workspace has at most 100 custom roles', async () => {
  const { ann, workspace } = await world()
  for (let count = 0; count < 100; count++) assert.equal((await define(ann, workspace)).status, 201)
  const refused = await define(ann, workspace)
  assert.equal(refused.status, 403)
  assert.match(refused.body.errors[0].message, /at most 100 custom roles/)
})

test('standard roles cannot be changed or deleted', async () => {
  const all = await world()
  const role = await standardOf(all, 'admin')
  for (const answer of [await all.ann.put(`/roles/${role}`, { name: 'x' }), await all.ann.delete(`/roles/${role}`)]) {
    assert.deepEqual([answer.status, answer.message], [403, 'Standard roles cannot be changed or deleted.'])
  }
})

test('only people whose role includes manage_roles define roles', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const message = 'Your role in this workspace does not include the permission manage_roles.'
  const role = (await define(ann, workspace)).data.gid
  const guest = await all.person('Gil', { is_guest: true })
  const refused = [
    await define(ben, workspace),
    await ben.put(`/roles/${role}`, { name: 'x' }),
    await ben.delete(`/roles/${role}`),
  ]
  for (const answer of refused) assert.deepEqual([answer.status, answer.message], [403, message])
  assert.equal((await define(guest, workspace)).status, 403)
  assert.equal((await guest.get(`/roles/${role}`)).status, 404)
  assert.deepEqual((await guest.get(`/roles?workspace=${workspace}`)).body.data, [])
  const outside = await all.person('Sam', null)
  assert.equal((await define(outside, workspace)).status, 400)
  assert.equal((await outside.get(`/roles/${role}`)).status, 404)
  assert.equal((await outside.delete(`/roles/${role}`)).status, 404)
})

test('a role is refused unknown permissions, unknown values, and more than its base role type has', async () => {
  const { ann, workspace } = await world()
  const rows: [Json, string, string][] = [
    [{ create_projects: true }, 'member', 'permissions: create_projects: Not a permission'],
    [{ create_project: 'yes' }, 'member', 'permissions: create_project: Must be one of false, true'],
    [{ task_deletion_policy: true }, 'member', 'permissions: task_deletion_policy: Must be one of none, owned, all'],
    [
      { create_project: true },
      'guest',
      'permissions: create_project: A role with the base_role_type guest cannot have more than false',
    ],
    [
      { manage_roles: true },
      'guest',
      'permissions: manage_roles: A role with the base_role_type guest cannot have more than false',
    ],
  ]
  for (const [given, base, message] of rows) {
    const answer = await define(ann, workspace, given, base)
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  for (const permissions of [[], 'x', 1]) {
    assert.equal((await define(ann, workspace, permissions as Json)).status, 400)
  }
  assert.equal((await define(ann, workspace, {}, 'owner')).status, 400)
})

test('a person gets a role at once, and the standard role of its base type when it is deleted', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const project = () => ben.post('/projects', { workspace, name: 'x' })
  assert.equal((await project()).status, 201)
  const role = (await define(ann, workspace, { create_project: false })).data.gid
  assert.equal((await assign(all, ann, ben, role)).status, 200)
  const refused = await project()
  assert.deepEqual(
    [refused.status, refused.message],
    [403, 'Your role in this workspace does not include the permission create_project.'],
  )
  await ok(ann.put(`/roles/${role}`, { permissions: { create_project: true } }))
  assert.equal((await project()).status, 201)
  await ok(ann.put(`/roles/${role}`, { permissions: { create_project: false } }))
  assert.equal((await project()).status, 403)
  await ok(ann.delete(`/roles/${role}`))
  assert.equal((await project()).status, 201)
  const { data } = await (await signedIn(all, ann)).get(`/organizations/${workspace}/people/${ben.gid}/role`)
  assert.equal(data.role.gid, await standardOf(all, 'member'))
})

test('the flags of a membership follow from the base type of the role', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const flags = async () => {
    const { data } = (await ben.get('/users/me/workspace_memberships?opt_fields=is_admin,is_guest')).body
    return [data[0].is_admin, data[0].is_guest]
  }
  const role = (await define(ann, workspace, {}, 'guest')).data.gid
  await ok(assign(all, ann, ben, role))
  assert.deepEqual(await flags(), [false, true])
  await ok(ann.put(`/roles/${role}`, { base_role_type: 'admin' }))
  assert.deepEqual(await flags(), [true, false])
  await ok(ann.delete(`/roles/${role}`))
  assert.deepEqual(await flags(), [true, false])
  // An administrator who falls back is not a super administrator.
  assert.equal((await define(ben, workspace)).status, 403)
  for (const base of ['guest', 'member', 'super_admin']) await ok(assign(all, ann, ben, await standardOf(all, base)))
  assert.equal((await define(ben, workspace)).status, 201)
})

test('no person gives or takes more than they have, and the last super administrator stays', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const cy = await all.person('Cy')
  const giver = (await define(ann, workspace, { assign_roles: true, manage_roles: true, create_team: false }, 'admin'))
    .data.gid
  await ok(assign(all, ann, ben, giver))
  const message = 'You can only define, give and take roles that have no more permissions than your own.'
  const refused = async (answer: Promise<Json>) => {
    const { status, message: text } = await answer
    assert.deepEqual([status, text], [403, message])
  }
  await refused(assign(all, ben, cy, await standardOf(all, 'super_admin')))
  await refused(assign(all, ben, ben, await standardOf(all, 'super_admin')))
  await refused(assign(all, ben, ann, await standardOf(all, 'guest')))
  await refused(define(ben, workspace, { create_team: true }))
  await refused(define(ben, workspace, {}, 'super_admin'))
  await refused(ben.put(`/roles/${giver}`, { permissions: { create_team: true } }))
  const less = await define(ben, workspace, { create_team: false, create_project: false })
  assert.equal(less.status, 201)
  // The present role of Cy includes create_team.
  await refused(assign(all, ben, cy, less.data.gid))
  await ok(assign(all, ann, cy, less.data.gid))
  assert.equal((await ben.post(`/workspaces/${workspace}/removeUser`, { user: ann.gid })).status, 403)
  const last = await assign(all, ann, ann, giver)
  assert.deepEqual([last.status, last.message], [400, 'role: The last administrator cannot step down'])
  assert.equal((await assign(all, cy, cy, await standardOf(all, 'member'))).status, 403)
})

test('an administrator who is not a super administrator cannot get all rights by another way', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  await ok(assign(all, ann, ben, await standardOf(all, 'admin')))
  const visitor = await signedIn(all, ben)
  const path = `/organizations/${workspace}`
  const answers = [
    await visitor.post(`${path}/service_accounts`, { name: 'x', scopes: ['all'] }),
    await visitor.post(`${path}/invitations`, { email: 'new@example.com', role: 'admin' }),
    await visitor.post(`${path}/people/${ann.gid}/link`),
    await visitor.put(`${path}/people/${ben.gid}`, { role: 'admin' }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403, 403],
  )
  assert.equal((await visitor.post(`${path}/invitations`, { email: 'new@example.com' })).status, 201)
})

test('a person who leaves and returns has the standard role', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  await ok(assign(all, ann, ben, (await define(ann, workspace, { create_project: false })).data.gid))
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  await ok(ann.post(`/workspaces/${workspace}/addUser`, { user: ben.gid }))
  const { data } = await (await signedIn(all, ann)).get(`/organizations/${workspace}/people/${ben.gid}/role`)
  assert.equal(data.role.gid, await standardOf(all, 'member'))
})

test('a role of another workspace cannot be given, and strangers cannot see who has which role', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const outside = await all.person('Sam', null)
  assert.equal((await assign(all, ann, ben, '12345')).status, 400)
  assert.equal((await assign(all, ann, outside, await standardOf(all, 'guest'))).status, 404)
  assert.equal((await assign(all, outside, ben, await standardOf(all, 'guest'))).status, 404)
  const visitor = await signedIn(all, outside)
  assert.equal((await visitor.get(`/organizations/${workspace}/people/${ben.gid}/role`)).status, 404)
})

test('the audit log has each act with roles', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const bot = await all.service('Bot')
  const role = (await define(ann, workspace, { create_project: false })).data.gid
  await ok(assign(all, ann, ben, role))
  await ok(ann.put(`/roles/${role}`, { permissions: { create_project: true, create_team: false } }))
  await ok(ann.delete(`/roles/${role}`))
  const { data } = await ok(bot.get(`/workspaces/${workspace}/audit_log_events`))
  const lines = data
    .filter(({ event_category }: Json) => event_category === 'roles')
    .map(({ event_type, resource, details, actor }: Json) => [
      ...[event_type, resource.name, details.old_value?.name ?? details.old_value],
      ...[details.new_value?.name ?? details.new_value, actor.gid],
    ])
  const [without, other] = ['member {"create_project":false}', 'member {"create_team":false}']
  assert.deepEqual(lines, [
    ['role_created', 'Role', undefined, without, ann.gid],
    ['user_workspace_admin_role_changed', 'Ben', 'member', 'Role', ann.gid],
    ['role_changed', 'Role', without, other, ann.gid],
    ['user_workspace_admin_role_changed', 'Ben', 'Role', 'member', ann.gid],
    ['role_deleted', 'Role', other, undefined, ann.gid],
  ])
})

test('a sign-in link gives its creator no more than they have', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const cy = await all.person('Cy')
  await ok(assign(all, ann, ben, await standardOf(all, 'admin')))
  await ok(assign(all, ann, cy, (await define(ann, workspace, { manage_roles: true })).data.gid))
  const visitor = await signedIn(all, ben)
  const link = () => visitor.post(`/organizations/${workspace}/people/${cy.gid}/link`)
  assert.equal((await link()).status, 403, 'the role of Cy includes manage_roles')
  await ok(assign(all, ann, cy, await standardOf(all, 'member')))
  assert.equal((await link()).status, 200)
  await ok(assign(all, ann, ben, (await define(ann, workspace, { create_team: false }, 'admin')).data.gid))
  assert.equal((await link()).status, 403, 'members create teams')
  const invite = (role: string) =>
    visitor.post(`/organizations/${workspace}/invitations`, { email: `${role}@example.com`, role })
  assert.equal((await invite('member')).status, 403, 'the response would have a link of a member')
  assert.equal((await invite('guest')).status, 201)
})

test('a service account gives its creator no more than they have', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  await ok(assign(all, ann, ben, (await define(ann, workspace, { manage_roles: false }, 'super_admin')).data.gid))
  const path = `/organizations/${workspace}/service_accounts`
  const { gid } = (await ok((await signedIn(all, ann)).post(path, { name: 'Bot', scopes: ['all'] }))).data
  const visitor = await signedIn(all, ben)
  const own = await visitor.post(path, { name: 'Own', scopes: ['users:read'] })
  assert.equal(own.status, 201)
  const refused = [
    await visitor.post(path, { name: 'Other', scopes: ['all'] }),
    await visitor.put(`${path}/${own.data.gid}`, { scopes: ['all'] }),
    await visitor.post(`${path}/${gid}/reset`),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403],
  )
  assert.equal((await visitor.put(`${path}/${gid}`, { name: 'Robot' })).status, 200)
})

test('who deletes only their own tasks deletes none of others with them', async () => {
  const all = await world()
  const { ann, ben, workspace } = all
  const of = async (who: Person, body: Json = {}) => who.create('/tasks', { workspace, name: 'Task', ...body })
  await ok(assign(all, ann, ben, (await define(ann, workspace, { task_deletion_policy: 'owned' })).data.gid))
  const other = await of(ann, { followers: [ben.gid] })
  const [parent, empty] = [await of(ben), await of(ben)]
  await ok(ben.post(`/tasks/${other}/setParent`, { parent }))
  assert.equal((await ben.delete(`/tasks/${other}`)).status, 403)
  assert.equal((await ben.delete(`/tasks/${parent}`)).status, 403, 'the subtask is of Ann')
  const own = await ben.create(`/tasks/${empty}/subtasks`, { name: 'Own' })
  assert.equal((await ben.delete(`/tasks/${empty}`)).status, 200)
  assert.equal((await ben.get(`/tasks/${own}`)).status, 404)
})
