/**
 * Groups: the teams of an organization. A request adds and removes members by set statements in its transaction, so
 * two requests for one team never undo each other.
 */

import { notImplemented } from '../lib/errors.ts'
import { parseGid } from '../lib/gid.ts'
import { createTeam, nameColumns } from '../resources/people/rules/create_team.ts'
import { deleteAll, insert, tryInsertAll, update, updateAndCount } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { advisoryLock } from '../store/locks.ts'
import { peopleAmong } from '../store/queries/scim/people.ts'
import { providerMembershipsOf, type ScimTeamRow, teamIn, teamNameExists } from '../store/queries/scim/teams.ts'
import { excerpt, scimError, unknownResource } from './errors.ts'
import type { ScimJson } from './json.ts'
import { compileGroupPatch, externalIdOf, type GroupChange, memberIds, nameOf } from './language/group_patch.ts'
import { readOperations } from './language/operations.ts'
import { resolveName } from './schema/attribute_refs.ts'
import { GROUP, groupKind } from './schema/attributes.ts'
import type { TenantContext, TenantWriteContext } from './tenant.ts'

/** The team with an id. Throws 404. */
export async function groupOf({ reader, workspace }: TenantContext, id: string): Promise<ScimTeamRow> {
  const team = parseGid(id)
  const row = team === undefined ? undefined : await teamIn(reader, workspace, team)
  if (!row) throw unknownResource('group', id)
  return row
}

/** Throws 400, and 409 for a name that another team has. */
export async function createGroup(tenant: TenantWriteContext, body: ScimJson): Promise<ScimTeamRow> {
  const { tx, workspace } = tenant
  const { displayName: name, externalId, members } = readGroup(body)
  await mustHaveFreeName(tenant, name, 0)
  const team = await createTeam(tx, { organization: workspace, name })
  await insert(tx, 'provisioned_groups', { team, external_id: externalId, modified_at: tx.now })
  await changeMembers(tenant, team, { ...additionsOf(members ?? []), replaceMembers: false })
  return groupOf(tenant, String(team))
}

/** Without `members` in the body the members stay: some clients send only what they changed. */
export async function replaceGroup(tenant: TenantWriteContext, id: string, body: ScimJson): Promise<ScimTeamRow> {
  const before = await groupOf(tenant, id)
  const { displayName, externalId, members } = readGroup(body)
  await applyChange(tenant, before, {
    displayName,
    externalId,
    ...additionsOf(members ?? []),
    replaceMembers: members !== undefined,
  })
  return groupOf(tenant, id)
}

export async function patchGroup(tenant: TenantWriteContext, id: string, body: ScimJson): Promise<ScimTeamRow> {
  const operations = readOperations(body)
  const before = await groupOf(tenant, id)
  await applyChange(tenant, before, compileGroupPatch(id, operations))
  return groupOf(tenant, id)
}

/** Moves the team to the trash. Its projects stay. */
export async function deleteGroup(tenant: TenantWriteContext, id: string): Promise<void> {
  const { team } = await groupOf(tenant, id)
  if (!tenant.policy.groupDeletion) throw notImplemented('This installation does not delete groups.')
  await update(tenant.tx, 'teams', { gid: team }, { deleted_at: tenant.tx.now })
}

function readGroup(body: ScimJson) {
  const sent = new Map<string, unknown>()
  for (const [key, raw] of Object.entries(body)) {
    const ref = resolveName(groupKind, key)
    if (ref?.is === 'attribute' && !ref.sub && raw !== null) sent.set(ref.attribute.name, raw)
  }
  return {
    displayName: nameOf(sent.get('displayName')),
    externalId: externalIdOf(sent.get('externalId')),
    members: sent.has('members') ? memberIds(sent.get('members')) : undefined,
  }
}

type MemberChange = Pick<GroupChange, 'members' | 'referencedIds'>

const additionsOf = (ids: string[]): MemberChange => ({
  members: new Map(ids.map(id => [id, 'add'])),
  referencedIds: new Set(ids),
})

async function mustHaveFreeName({ tx, workspace }: TenantWriteContext, name: string, team: number): Promise<void> {
  // names: another request may restore a group of this name from the trash.
  await advisoryLock(tx, 'names', workspace)
  if (await teamNameExists(tx, workspace, name, team)) {
    throw scimError('uniqueness', 'There is a group with this displayName already.')
  }
}

/** Applies a change to a team. Writes only what differs. */
async function applyChange(
  tenant: TenantWriteContext,
  before: ScimTeamRow,
  { displayName, externalId, ...members }: GroupChange,
) {
  const { tx } = tenant
  const team = before.team
  const isRenamed = displayName !== undefined && displayName !== before.name
  if (isRenamed) {
    await mustHaveFreeName(tenant, displayName, team)
    await update(tx, 'teams', { gid: team }, nameColumns(displayName))
  }
  const hasChangedMembers = await changeMembers(tenant, team, members)
  const external_id = externalId === undefined ? before.external_id : externalId
  if (!isRenamed && !hasChangedMembers && external_id === before.external_id) return
  const set = { external_id, modified_at: tx.now }
  const updated = await updateAndCount(tx, 'provisioned_groups', { team }, set)
  if (updated === 0) await insert(tx, 'provisioned_groups', { team, ...set })
}

/** Adds and removes members. Returns whether any changed. Throws 400 for an unknown id, before the first write. */
async function changeMembers(
  { tx, workspace }: TenantWriteContext,
  team: number,
  { members, referencedIds: ids, replaceMembers }: Omit<GroupChange, 'displayName' | 'externalId'>,
): Promise<boolean> {
  const gidsOf = (operation: 'add' | 'remove') =>
    [...members].flatMap(([id, last]) => (last === operation ? (parseGid(id) ?? []) : []))
  const people = await mustBelong(tx, workspace, ids)
  const added = gidsOf('add')
  const which = replaceMembers ? 'others' : 'named'
  const users = replaceMembers ? added : gidsOf('remove')
  let changed = 0
  for (const table of ['team_memberships', 'waiting_members'] as const) {
    const removed =
      which === 'named' && users.length === 0
        ? []
        : await providerMembershipsOf(tx, table, which, { workspace, team, users })
    await deleteAll(tx, table, removed)
    changed += removed.length
  }
  const membershipOf = (user: number) => ({ gid: tx.gid(), team, user, workspace })
  const joining = added
    .filter(user => people.get(user))
    .map(user => ({ ...membershipOf(user), is_admin: 0, is_limited_access: 0 }))
  const waiting = added.filter(user => !people.get(user)).map(membershipOf)
  changed += (await tryInsertAll(tx, 'team_memberships', joining)).length
  changed += (await tryInsertAll(tx, 'waiting_members', waiting)).length
  return changed > 0
}

/** Whether each of these people is active, by gid. Throws 400 unless all of them belong to the organization. */
async function mustBelong(tx: Writer, workspace: number, ids: ReadonlySet<string>): Promise<Map<number, boolean>> {
  if (ids.size === 0) return new Map()
  const gids = [...ids].flatMap(id => parseGid(id) ?? [])
  const found = new Map((await peopleAmong(tx, workspace, gids)).map(row => [row.user, row.is_active === 1]))
  const unknown = [...ids].filter(id => !found.has(parseGid(id) ?? 0))
  if (unknown.length > 0) {
    const some = unknown.slice(0, 5).map(excerpt).join(', ')
    const more = unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''
    throw scimError('invalidValue', `No users with these ids, so nothing was changed: ${some}${more}.`)
  }
  return found
}

/** A team as JSON. `members` is absent when it is not given or empty. */
export function presentGroup(row: ScimTeamRow, base: string, members: readonly number[] = []): ScimJson {
  const id = String(row.team)
  return {
    schemas: [GROUP],
    id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    meta: {
      resourceType: 'Group',
      created: new Date(row.created_at).toISOString(),
      lastModified: new Date(row.modified_at ?? row.created_at).toISOString(),
      location: `${base}/Groups/${id}`,
    },
    displayName: row.name,
    ...(members.length === 0
      ? {}
      : { members: members.map(user => ({ value: String(user), $ref: `${base}/Users/${user}` })) }),
  }
}
