/**
 * The audit log: security-relevant events of an organization. Entries are append-only. Service accounts read them as a
 * stream without an end.
 */
import { invalid, malformed, notAllowed, unrecognized } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { auditPage } from '../../store/queries/events/audit.ts'
import { computed, json, oneOf, text, timestamp, type Values } from '../../vocabulary/field.ts'
import { type Answer, list, type ReadCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { actorColumns, actorOf, resourceColumns, resourceOf } from './rules/audit_entry.ts'

const actorTypes = ['user', 'asana', 'asana_support', 'anonymous', 'external_administrator'] as const

const compact = true

export const auditLogEvent = resource('audit_log_event', {
  doc: 'An entry of the audit log of an organization.',
  guard: 'audit_log_event',
  // It has a gid, but no member with its type.
  anonymous: true,
  changes: { none: 'the audit log is a record of its own' },
  fields: {
    gid: computed(['gid'], rows => rows.map(({ gid }) => String(gid)), { compact, doc: 'The gid of the entry.' }),
    created_at: timestamp({ compact, doc: 'When the event happened.' }),
    event_type: text({ compact, doc: 'The type of the event.' }),
    event_category: text({ compact, doc: 'The category of the event.' }),
    actor: computed(actorColumns, rows => rows.map(row => actorOf(row as never)), {
      shape: { actor_type: true, gid: true, name: true, email: true },
      ...{ compact, doc: 'The actor: a user, a service account, an unknown client, or the server itself.' },
    }),
    resource: computed(resourceColumns, rows => rows.map(row => resourceOf(row as never)), {
      shape: { resource_type: true, resource_subtype: true, gid: true, name: true, email: true },
      ...{ compact, doc: 'The object of the event, with its name at that time.' },
    }),
    details: json({
      shape: {
        old_value: 'raw',
        new_value: 'raw',
        group: { gid: true, resource_type: true, name: true },
        method: 'texts',
        message: true,
      },
      ...{ compact, doc: 'The details of the change; empty if there are none.' },
    }),
    context: json({
      shape: {
        ...{ context_type: true, api_authentication_method: true, client_ip_address: true, user_agent: true },
        oauth_app_name: true,
      },
      ...{ compact, doc: 'The client of the actor.' },
    }),
  },
})

const query = {
  start_at: timestamp({ doc: 'Only events at this time or later.' }),
  end_at: timestamp({ doc: 'Only events before this time.' }),
  event_type: text({ doc: 'Only events of this type.' }),
  actor_type: oneOf(actorTypes, { doc: 'Only events of this type of actor. Cannot be combined with `actor_gid`.' }),
  actor_gid: text({ doc: 'Only events of this user or service account.' }),
  resource_gid: text({ doc: 'Only events of this object.' }),
}

/** The maximum and default page size. */
const MAX_PAGE_ENTRIES = 100

/** Throws 400 for an invalid gid. The object need not exist. */
function gidOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const gid = parseGid(text)
  if (gid === undefined) throw unrecognized(name, text.slice(0, 100).toWellFormed())
  return gid
}

/** Throws 400 for a name that cannot be a type in this or a later version. */
function typeOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[a-z][a-z_]{0,99}$/.test(text)) return text
  throw invalid('event_type', 'Not the name of a type of event')
}

// wire: docs: needs the token of a service account; that of a user, even an administrator, is refused
async function findEntries(call: ReadCall<{ workspace_gid: number }, Values<typeof query>>): Promise<Answer> {
  const { actor, reader, path, query: given, window } = call
  if (actor.kind !== 'service' || actor.scopes !== null) {
    throw notAllowed('The audit log is read with the token of a service account that may do everything.')
  }
  await mustHaveFeature(reader, path.workspace_gid, 'audit_log')
  const { actor_gid, resource_gid, ...rest } = given
  if (actor_gid !== undefined && rest.actor_type !== undefined) {
    throw malformed('actor_type: Cannot be combined with actor_gid')
  }
  const filters = {
    ...rest,
    event_type: typeOf(rest.event_type),
    actor_gid: gidOf('actor_gid', actor_gid),
    resource_gid: gidOf('resource_gid', resource_gid),
  }
  const { limit, after } = window
  return auditPage(reader, path.workspace_gid, filters, { limit: Math.min(limit, MAX_PAGE_ENTRIES), after })
}

export const operations = [
  list('/workspaces/{workspace_gid}/audit_log_events', auditLogEvent, {
    id: 'getAuditLogEvents',
    doc: 'Lists the audit log of an organization, the oldest first. Needs the token of a service account.',
    query,
    execute: findEntries,
  }),
]
