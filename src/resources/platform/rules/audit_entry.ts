/** An entry of the audit log in wire format, for the API and for the operator's file alike. */
import { formatTimestamp } from '../../../lib/date.ts'
import type { AuditRow } from '../../../store/queries/events/audit.ts'

type AuditObject = Record<string, unknown>

type ActorColumns = Pick<AuditRow, 'actor_type' | 'actor' | 'actor_name' | 'actor_email'>

export const actorColumns = ['actor_type', 'actor', 'actor_name', 'actor_email'] as const satisfies (keyof AuditRow)[]

/** The actor. Only users and service accounts have a gid and a name; only users have an address. */
export const actorOf = ({ actor_type, actor, actor_name: name, actor_email: email }: ActorColumns): AuditObject => ({
  actor_type,
  ...(actor === null ? {} : { gid: String(actor), name }),
  ...(email === null ? {} : { email }),
})

type ResourceColumns = Pick<
  AuditRow,
  'resource_type' | 'resource' | 'resource_subtype' | 'resource_name' | 'resource_email'
>

export const resourceColumns = [
  ...(['resource_type', 'resource', 'resource_subtype', 'resource_name', 'resource_email'] as const),
] satisfies (keyof AuditRow)[]

/** The object of the event. */
export const resourceOf = (row: ResourceColumns): AuditObject => ({
  resource_type: row.resource_type,
  ...(row.resource_subtype === null ? {} : { resource_subtype: row.resource_subtype }),
  ...(row.resource === null ? {} : { gid: String(row.resource) }),
  name: row.resource_name,
  ...(row.resource_email === null ? {} : { email: row.resource_email }),
})

/** A whole entry, with its workspace. */
export const entryOf = (row: AuditRow): AuditObject => ({
  gid: String(row.gid),
  workspace: String(row.workspace),
  created_at: formatTimestamp(row.created_at),
  event_type: row.event_type,
  event_category: row.event_category,
  actor: actorOf(row),
  resource: resourceOf(row),
  details: JSON.parse(row.details),
  context: JSON.parse(row.context),
})
