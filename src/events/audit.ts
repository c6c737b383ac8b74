/**
 * Lines of the audit log, made of what a transaction did and of what it reported, and written in it. Names are kept as
 * they were. What concerns a person, and no one workspace, is told in each that the person belongs to.
 *
 * No secret and no digest may ever stand in a line: a table says in `audited/` what of its rows is told, and nothing
 * else is.
 */
import type { Origin, Report, Writer } from '../store/db.ts'
import { type AuditRow, appendAudit } from '../store/queries/events/audit.ts'
import { homesOf, type Named, namesOf, workspacesHere } from '../store/queries/events/audited.ts'
import { doors } from './audited/doors.ts'
import { type Audited, gidIn, isVisitor, type Line } from './audited/line.ts'
import { membership } from './audited/members.ts'
import { trash } from './audited/trash.ts'
import { categories, isEventType } from './audited/types.ts'
import type { Change, Net } from './change.ts'

export const audited: readonly Audited[] = [...doors, ...membership, ...trash]

const byTable = new Map<string, Audited[]>()
for (const one of audited) {
  for (const table of Object.keys(one.tables)) byTable.set(table, [...(byTable.get(table) ?? []), one])
}

/** Writes the lines of a transaction, in the order in which it happened; what it reported comes last. */
export async function audit(tx: Writer, _changes: readonly Change[], rows: readonly Net[]): Promise<void> {
  const scene = { rows, by: tx.by, now: tx.now }
  const lines = [
    ...rows.flatMap(row => (byTable.get(row.table) ?? []).flatMap(one => one.lines(row, scene))),
    ...tx.reported.splice(0).map(reported),
  ]
  if (lines.length === 0) return
  const places = await placesOf(tx, lines, rows)
  const { user, application } = tx.by
  const names = await namesOf(tx, [...lines.flatMap(meant), ...places.flat(), user ?? 0, application ?? 0])
  const context = JSON.stringify(contextOf(tx.by, names))
  await appendAudit(
    tx,
    lines.flatMap((line, index) => (places[index] ?? []).map(workspace => rowOf(tx, line, workspace, names, context))),
  )
}

function reported({ event, resource, workspace, details }: Report): Line {
  if (!isEventType(event)) throw new Error(`The audit log has no events of the type ${event}.`)
  return { event, resource, workspace: workspace ?? null, ...(details && { details }) }
}

/** Every gid whose name a line may need. */
function meant({ resource, details = {}, actor }: Line): number[] {
  const values = [details.old_value, details.new_value, details.group]
  const named = values.flatMap(value => (typeof value === 'object' && value ? [value.named] : []))
  return [resource.gid, ...named, ...(actor === undefined ? [] : [actor])]
}

/** In which workspaces each line is told. */
async function placesOf(tx: Writer, lines: readonly Line[], rows: readonly Net[]): Promise<number[][]> {
  const people = new Set(lines.filter(({ workspace }) => workspace === null).map(({ resource }) => resource.gid))
  const homes = await homesOf(tx, [...people])
  // Whoever leaves the last workspace loses every door with it, and that is told there too.
  for (const { table, before } of rows) {
    if (table !== 'workspace_memberships' || !before?.is_active) continue
    homes.push({ user: gidIn(before, 'user'), workspace: gidIn(before, 'workspace') })
  }
  const all = lines.some(({ workspace }) => workspace === 'all') ? await workspacesHere(tx) : []
  return lines.map(({ workspace, resource }) => {
    if (workspace === 'all') return all
    if (workspace !== null) return [workspace]
    return [...new Set(homes.filter(({ user }) => user === resource.gid).map(home => home.workspace))]
  })
}

type Names = ReadonlyMap<number, Named>

function rowOf(tx: Writer, line: Line, workspace: number, names: Names, context: string): Omit<AuditRow, 'cursor'> {
  const actor = line.actor ?? tx.by.user
  const { type, gid, subtype = null, name } = line.resource
  // What happens to the installation happens to each of its workspaces.
  const resource = line.workspace === 'all' ? workspace : gid
  const known = names.get(resource)
  return {
    gid: tx.gid(),
    workspace,
    created_at: tx.now,
    event_type: line.event,
    event_category: categories[line.event],
    actor_type: actor === null ? (isVisitor(tx.by) ? 'anonymous' : 'asana') : 'user',
    actor,
    actor_name: names.get(actor ?? 0)?.name ?? null,
    actor_email: names.get(actor ?? 0)?.email ?? null,
    resource_type: known?.type ?? type,
    resource,
    resource_subtype: subtype,
    resource_name: name === undefined ? (known?.name ?? null) : name,
    resource_email: known?.email ?? null,
    details: JSON.stringify(detailsOf(line, names)),
    context,
  }
}

function detailsOf({ details = {} }: Line, names: Names): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([member, value]) => {
      if (typeof value !== 'object' || value === null || !('named' in value)) return [member, value]
      const found = names.get(value.named)
      if (member !== 'group') return [member, found?.name ?? null]
      return [member, { gid: String(value.named), name: found?.name ?? null, resource_type: found?.type ?? null }]
    }),
  )
}

// wire: resource-behaviours 3: where a request came from, and by which kind of token
const methods: Record<string, string> = {
  personal: 'personal_access_token',
  application: 'oauth',
  service: 'service_account',
}

const LONGEST_AGENT = 300

function contextOf(by: Origin, names: Names): Record<string, unknown> {
  if (by.user === null && !isVisitor(by)) return { context_type: 'asana' }
  const from = { client_ip_address: by.address, user_agent: by.agent.slice(0, LONGEST_AGENT).toWellFormed() }
  const method = methods[by.kind ?? '']
  if (method === undefined) return { context_type: 'web', ...from }
  const application = by.application === null ? undefined : names.get(by.application)?.name
  return {
    ...{ context_type: 'api', api_authentication_method: method, ...from },
    ...(application === undefined ? {} : { oauth_app_name: application }),
  }
}
