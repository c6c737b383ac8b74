/** Access grants follow the rows that they derive from, independent of the writer and of change capture. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../test/harness/engine.ts'
import { createUser, createWorkspace, join } from '../resources/people/rules/join.ts'
import { deleteAll, deleteWhere, insert, update, updateAll } from './change.ts'
import type { Reader, Store, Writer } from './db.ts'
import { repairGrants } from './grants.ts'
import { grantDifferences } from './queries/access/difference.ts'
import { PRINCIPAL_KINDS, ROLES } from './queries/access/principals.ts'
import { levelsOf } from './queries/rights.ts'
import type { Tables } from './tables.ts'

interface Place {
  store: Store
  workspace: number
  /** Two people of the workspace. */
  ann: number
  ben: number
}

/** A store without change capture. */
async function place(): Promise<Place> {
  let now = Date.UTC(2026, 0, 5, 9)
  const store = await openStore({ clock: () => now++ })
  return store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'W', domains: null, plan: 'enterprise' })
    const people: number[] = []
    for (const name of ['ann', 'ben']) {
      const user = await createUser(tx, { name, email: `${name}@example.com` })
      await join(tx, user, workspace, {})
      people.push(user)
    }
    const [ann = 0, ben = 0] = people
    return { store, workspace, ann, ben }
  })
}

async function makeProject(tx: Writer, workspace: number, wish: Partial<Tables['projects']> = {}): Promise<number> {
  const gid = tx.gid()
  const none = { team: null, owner: null, html_notes: null, color: null, icon: null, start_on: null, due_on: null }
  const open = {
    archived: 0,
    completed: 0,
    completed_at: null,
    completed_by: null,
    current_status_update: null,
    created_from_template: null,
    deleted_at: null,
    deleted_by: null,
  }
  await insert(tx, 'projects', {
    ...{ gid, workspace, name: 'P', notes: '', ...none, ...open, default_view: 'list', privacy_setting: 'private' },
    ...{ default_access_level: 'editor', minimum_access_level_for_customization: 'admin' },
    ...{ minimum_access_level_for_sharing: 'admin', created_at: tx.now, modified_at: tx.now, ...wish },
  })
  return gid
}

const share = async (tx: Writer, workspace: number, project: number, member: number, access_level: string) => {
  const gid = tx.gid()
  await insert(tx, 'project_memberships', { gid, project, member, workspace, access_level, is_follower: 0 })
  return gid
}

/** The grants on an object, as `kind principal level`. */
const grantsOn = async ({ db }: Reader, object: number) =>
  (await db.selectFrom('access_grants').selectAll().where('object', '=', object).orderBy('kind').execute()).map(
    ({ kind, principal, level }) => [kind, principal, level],
  )

test('grants follow a project and its memberships, also without change capture', async () => {
  const { store, workspace, ann, ben } = await place()
  const project = await store.write(async tx => {
    const made = await makeProject(tx, workspace, { privacy_setting: 'public_to_workspace' })
    await share(tx, workspace, made, ann, 'admin')
    return made
  })
  const everybody = [PRINCIPAL_KINDS.role, ROLES.full, 3]
  assert.deepEqual(await grantsOn(store.read, project), [everybody, [PRINCIPAL_KINDS.user, ann, 4]])
  await store.write(tx => update(tx, 'project_memberships', { project, member: ann }, { access_level: 'viewer' }))
  assert.deepEqual(await grantsOn(store.read, project), [everybody, [PRINCIPAL_KINDS.user, ann, 1]])
  await store.write(tx => updateAll(tx, 'projects', [project], { privacy_setting: 'private' }))
  assert.deepEqual(await grantsOn(store.read, project), [[PRINCIPAL_KINDS.user, ann, 1]])
  const bond = await store.write(tx => share(tx, workspace, project, ben, 'commenter'))
  await store.write(tx => deleteWhere(tx, 'project_memberships', { project, member: ann }))
  assert.deepEqual(await grantsOn(store.read, project), [[PRINCIPAL_KINDS.user, ben, 2]])
  await store.write(tx => deleteAll(tx, 'project_memberships', [bond]))
  assert.deepEqual(await grantsOn(store.read, project), [])
})

test('an access check inside a transaction sees the grants that the transaction changed', async () => {
  const { store, workspace, ann } = await place()
  await store.write(async tx => {
    const level = async (gid: number) => (await levelsOf(tx, ann, 'project', [gid])).get(gid)
    const project = await makeProject(tx, workspace)
    assert.equal(await level(project), 0)
    await share(tx, workspace, project, ann, 'admin')
    assert.equal(await level(project), 4)
    await update(tx, 'project_memberships', { project, member: ann }, { access_level: 'commenter' })
    assert.equal(await level(project), 2)
    await deleteWhere(tx, 'project_memberships', { project, member: ann })
    assert.equal(await level(project), 0)
  })
})

test('a rolled-back transaction leaves grants unchanged', async () => {
  const { store, workspace, ann } = await place()
  const project = await store.write(tx => makeProject(tx, workspace))
  const undone = store.write(async tx => {
    await share(tx, workspace, project, ann, 'admin')
    assert.equal((await levelsOf(tx, ann, 'project', [project])).get(project), 4)
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.deepEqual(await grantsOn(store.read, project), [])
})

test('adding and removing people and teams writes no grants', async () => {
  const { store, workspace, ann, ben } = await place()
  const [project, team] = await store.write(async tx => {
    const text = 'members'
    const team = tx.gid()
    await insert(tx, 'teams', {
      ...{ gid: team, organization: workspace, name: 'T', name_key: 't', description: '', html_description: null },
      ...{ visibility: 'public', edit_team_name_or_description_access_level: text },
      ...{ edit_team_visibility_or_trash_team_access_level: text, member_invite_management_access_level: text },
      ...{ guest_invite_management_access_level: text, join_request_management_access_level: text },
      ...{ team_member_removal_access_level: text, team_content_management_access_level: text },
      ...{ endorsed: 0, created_at: tx.now, deleted_at: null },
    })
    const made = await makeProject(tx, workspace, {
      privacy_setting: 'public_to_workspace',
      default_access_level: 'viewer',
    })
    await share(tx, workspace, made, team, 'editor')
    return [made, team]
  })
  const level = async (me: number) => (await levelsOf(store.read, me, 'project', [project])).get(project)
  const before = await grantsOn(store.read, project)
  assert.deepEqual(before, [
    [PRINCIPAL_KINDS.role, ROLES.full, 1],
    [PRINCIPAL_KINDS.team, team, 3],
  ])
  const set = (user: number, flags: Partial<Tables['workspace_memberships']>) =>
    store.write(tx => update(tx, 'workspace_memberships', { user, workspace }, flags))
  await store.write(tx =>
    insert(tx, 'team_memberships', { gid: tx.gid(), team, user: ann, workspace, is_admin: 0, is_limited_access: 0 }),
  )
  assert.deepEqual([await level(ann), await level(ben)], [3, 1])
  await set(ben, { is_guest: 1 })
  await set(ann, { is_view_only: 1 })
  assert.deepEqual([await level(ann), await level(ben)], [1, 0])
  await set(ann, { is_view_only: 0 })
  await store.write(tx => update(tx, 'teams', { gid: team }, { deleted_at: tx.now }))
  assert.deepEqual([await level(ann), await level(ben)], [1, 0])
  await set(ann, { is_active: 0 })
  assert.deepEqual([await level(ann), await level(ben)], [0, 0])
  assert.deepEqual(await grantsOn(store.read, project), before)
})

test('removing a person from hundreds of projects removes all their grants', async () => {
  const { store, workspace, ann } = await place()
  const count = 300
  await store.write(async tx => {
    for (let one = 0; one < count; one++) await share(tx, workspace, await makeProject(tx, workspace), ann, 'editor')
  })
  const held = async () =>
    (await store.read.db.selectFrom('access_grants').selectAll().where('principal', '=', ann).execute()).length
  assert.equal(await held(), count)
  await store.write(tx => deleteWhere(tx, 'project_memberships', { member: ann, workspace }))
  assert.equal(await held(), 0)
})

test('damaged grants are found and corrected', async () => {
  const { store, workspace, ann, ben } = await place()
  const [project, other] = await store.write(async tx => {
    const made = [await makeProject(tx, workspace), await makeProject(tx, workspace)] as const
    for (const gid of made) await share(tx, workspace, gid, ann, 'viewer')
    return made
  })
  await store.write(async tx => {
    const extra = { object: project, kind: PRINCIPAL_KINDS.user, principal: ben, level: 4, workspace }
    await update(tx, 'access_grants', { object: project }, { level: 4 })
    await insert(tx, 'access_grants', extra)
    await deleteWhere(tx, 'access_grants', { object: other })
  })
  assert.equal((await grantDifferences(store.read)).length, 4)
  assert.equal(await store.write(repairGrants), 4)
  assert.deepEqual(await grantDifferences(store.read), [])
  assert.deepEqual(await grantsOn(store.read, project), [[PRINCIPAL_KINDS.user, ann, 1]])
  assert.equal(await store.write(repairGrants), 0)
})
