/**
 * The audit log: what happened in an organization that its security cares for. Lines are only ever added; they are read
 * by service accounts, as a stream that is never at its end.
 */
import { invalid, malformed, notAllowed, unrecognized } from '../../lib/errors.ts'
import { parseGid } from '../../lib/gid.ts'
import { auditPage } from '../../store/queries/events/audit.ts'
import { computed, json, oneOf, text, timestamp, type Values } from '../../vocabulary/field.ts'
import { type Answer, type Call, list } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHave } from '../people/rules/plan.ts'
import { actorColumns, actorOf, resourceColumns, resourceOf } from './rules/audit_line.ts'

const actorTypes = ['user', 'asana', 'asana_support', 'anonymous', 'external_administrator'] as const

const compact = true

export const auditLogEvent = resource('audit_log_event', {
  doc: 'A line of the audit log of an organization.',
  guard: 'audit_log_event',
  // It has a gid, but says nowhere what type it is.
  anonymous: true,
  fields: {
    gid: computed(['gid'], rows => rows.map(({ gid }) => String(gid)), { compact, doc: 'The gid of the line.' }),
    created_at: timestamp({ compact, doc: 'When it happened.' }),
    event_type: text({ compact, doc: 'What happened.' }),
    event_category: text({ compact, doc: 'The kind of what happened.' }),
    actor: computed(actorColumns, rows => rows.map(row => actorOf(row as never)), {
      shape: { actor_type: true, gid: true, name: true, email: true },
      ...{ compact, doc: 'Who did it: a person, a service account, somebody unknown, or the program itself.' },
    }),
    resource: computed(resourceColumns, rows => rows.map(row => resourceOf(row as never)), {
      shape: { resource_type: true, resource_subtype: true, gid: true, name: true, email: true },
      ...{ compact, doc: 'What it happened to, with its name at that time.' },
    }),
    details: json({
      shape: {
        old_value: 'raw',
        new_value: 'raw',
        group: { gid: true, resource_type: true, name: true },
        method: 'texts',
      },
      ...{ compact, doc: 'What changed, as far as there is something to say.' },
    }),
    context: json({
      shape: {
        ...{ context_type: true, api_authentication_method: true, client_ip_address: true, user_agent: true },
        oauth_app_name: true,
      },
      ...{ compact, doc: 'From where it was done.' },
    }),
  },
})

const query = {
  start_at: timestamp({ doc: 'Only what happened at this moment or later.' }),
  end_at: timestamp({ doc: 'Only what happened before this moment.' }),
  event_type: text({ doc: 'Only this type of event.' }),
  actor_type: oneOf(actorTypes, { doc: 'Only what such an actor did. Not together with `actor_gid`.' }),
  actor_gid: text({ doc: 'Only what this person or service account did.' }),
  resource_gid: text({ doc: 'Only what happened to this.' }),
}

/** The longest page, and the one that is shown without a `limit`. */
const PAGE = 100

/** Throws 400 for what cannot be a gid. What it names need not be there any more. */
function gidOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const gid = parseGid(text)
  if (gid === undefined) throw unrecognized(name, text.slice(0, 100).toWellFormed())
  return gid
}

/** Throws 400 for what is the name of no type, here or in a later version. */
function typeOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[a-z][a-z_]{0,99}$/.test(text)) return text
  throw invalid('event_type', 'Not the name of a type of event')
}

// wire: docs: the token of a service account is needed; a person's, also an administrator's, is refused
async function find(call: Call<{ workspace_gid: number }, Values<typeof query>>): Promise<Answer> {
  const { actor, reader, path, query: given, window } = call
  if (actor.kind !== 'service' || actor.scopes !== null) {
    throw notAllowed('The audit log is read with the token of a service account that may do everything.')
  }
  await mustHave(reader, path.workspace_gid, 'audit_log')
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
  return auditPage(reader, path.workspace_gid, filters, { limit: Math.min(limit, PAGE), after })
}

export const operations = [
  list('/workspaces/{workspace_gid}/audit_log_events', auditLogEvent, {
    id: 'getAuditLogEvents',
    doc: 'Reads the audit log of an organization, the oldest first, with the token of a service account.',
    query,
    find,
  }),
]
