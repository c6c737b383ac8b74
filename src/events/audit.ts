/**
 * Entries of the audit log, made from the row changes and audit events of a transaction, and written in it. They store
 * names as they are at that time. An event of a person without a workspace is recorded in each workspace of theirs.
 * Invariant: no entry contains a secret or a digest. A mapper in `events/audit/` lists the columns that entries may show.
 */
import type { AuditEvent, WriteOrigin, Writer } from '../store/db.ts'
import { type AuditRow, appendAudit } from '../store/queries/events/audit.ts'
import { type AuditName, allWorkspaces, auditNamesOf, workspacesOfUsers } from '../store/queries/events/audit_names.ts'
import { type Change, gidIn, type NetRowChange } from '../vocabulary/change.ts'
import { credentials } from './audit/credentials.ts'
import { type AuditEntry, type AuditMapper, isVisitor } from './audit/entry.ts'
import { memberships } from './audit/members.ts'
import { trash } from './audit/trash.ts'
import { categories, isEventType } from './audit/types.ts'

export const auditMappers: readonly AuditMapper[] = [...credentials, ...memberships, ...trash]

const byTable = new Map<string, AuditMapper[]>()
for (const one of auditMappers) {
  for (const table of Object.keys(one.captured)) byTable.set(table, [...(byTable.get(table) ?? []), one])
}

/** Writes the entries of a transaction: those of row changes in their order, then those of audit events. */
export async function writeAuditEntries(
  tx: Writer,
  _changes: readonly Change[],
  rows: readonly NetRowChange[],
): Promise<void> {
  const context = { rows, by: tx.origin, now: tx.now }
  const entries = [
    ...rows.flatMap(row => (byTable.get(row.table) ?? []).flatMap(one => one.entries(row, context))),
    ...tx.auditEvents.splice(0).map(entryOf),
  ]
  if (entries.length === 0) return
  const workspaces = await workspacesOf(tx, entries, rows)
  const { user, application } = tx.origin
  const names = await auditNamesOf(tx, [
    ...entries.flatMap(referencedGids),
    ...workspaces.flat(),
    user ?? 0,
    application ?? 0,
  ])
  const origin = JSON.stringify(contextOf(tx.origin, names))
  await appendAudit(
    tx,
    entries.flatMap((entry, index) =>
      (workspaces[index] ?? []).map(workspace => rowOf(tx, entry, workspace, names, origin)),
    ),
  )
}

function entryOf({ event, resource, workspace, details }: AuditEvent): AuditEntry {
  if (!isEventType(event)) throw new Error(`The audit log has no events of the type ${event}.`)
  return { event, resource, workspace: workspace ?? null, ...(details && { details }) }
}

/** The gids whose names an entry may need. */
function referencedGids({ resource, details = {}, actor }: AuditEntry): number[] {
  const values = [details.old_value, details.new_value, details.group]
  const named = values.flatMap(value => (typeof value === 'object' && value ? [value.named] : []))
  return [resource.gid, ...named, ...(actor === undefined ? [] : [actor])]
}

/** The workspaces in which each entry is recorded. */
async function workspacesOf(
  tx: Writer,
  entries: readonly AuditEntry[],
  rows: readonly NetRowChange[],
): Promise<number[][]> {
  const people = new Set(entries.filter(({ workspace }) => workspace === null).map(({ resource }) => resource.gid))
  const memberships = await workspacesOfUsers(tx, [...people])
  // The credentials of a person who leaves their last workspace are revoked: that is recorded in the workspace they left.
  for (const { table, before } of rows) {
    if (table !== 'workspace_memberships' || !before?.is_active) continue
    memberships.push({ user: gidIn(before, 'user'), workspace: gidIn(before, 'workspace') })
  }
  const all = entries.some(({ workspace }) => workspace === 'all') ? await allWorkspaces(tx) : []
  return entries.map(({ workspace, resource }) => {
    if (workspace === 'all') return all
    if (workspace !== null) return [workspace]
    return [...new Set(memberships.filter(({ user }) => user === resource.gid).map(({ workspace }) => workspace))]
  })
}

type AuditNamesByGid = ReadonlyMap<number, AuditName>

function rowOf(
  tx: Writer,
  entry: AuditEntry,
  workspace: number,
  names: AuditNamesByGid,
  context: string,
): Omit<AuditRow, 'cursor'> {
  const actor = entry.actor ?? tx.origin.user
  const { type, gid, subtype = null, name } = entry.resource
  // An event of the installation is recorded as one of each workspace.
  const resource = entry.workspace === 'all' ? workspace : gid
  const known = names.get(resource)
  return {
    gid: tx.gid(),
    workspace,
    created_at: tx.now,
    event_type: entry.event,
    event_category: categories[entry.event],
    actor_type: actor === null ? (isVisitor(tx.origin) ? 'anonymous' : 'asana') : 'user',
    actor,
    actor_name: names.get(actor ?? 0)?.name ?? null,
    actor_email: names.get(actor ?? 0)?.email ?? null,
    resource_type: known?.type ?? type,
    resource,
    resource_subtype: subtype,
    resource_name: name === undefined ? (known?.name ?? null) : name,
    resource_email: known?.email ?? null,
    details: JSON.stringify(detailsOf(entry, names)),
    context,
  }
}

function detailsOf({ details = {} }: AuditEntry, names: AuditNamesByGid): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([member, value]) => {
      if (typeof value !== 'object' || value === null || !('named' in value)) return [member, value]
      const found = names.get(value.named)
      if (member !== 'group') return [member, found?.name ?? null]
      return [member, { gid: String(value.named), name: found?.name ?? null, resource_type: found?.type ?? null }]
    }),
  )
}

// wire: resource-behaviours 3: the origin of a request, and the kind of its token
const methods: Record<string, string> = {
  personal: 'personal_access_token',
  application: 'oauth',
  service: 'service_account',
}

const MAX_AGENT_CHARACTERS = 300

function contextOf(by: WriteOrigin, names: AuditNamesByGid): Record<string, unknown> {
  if (by.user === null && !isVisitor(by)) return { context_type: 'asana' }
  const from = { client_ip_address: by.address, user_agent: by.agent.slice(0, MAX_AGENT_CHARACTERS).toWellFormed() }
  const method = methods[by.kind ?? '']
  if (method === undefined) return { context_type: 'web', ...from }
  const application = by.application === null ? undefined : names.get(by.application)?.name
  return {
    ...{ context_type: 'api', api_authentication_method: method, ...from },
    ...(application === undefined ? {} : { oauth_app_name: application }),
  }
}
