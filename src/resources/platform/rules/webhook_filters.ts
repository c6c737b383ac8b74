/** Filters of webhooks: parsing and matching. A change passes if it matches any of them. */

import { invalid, largerScope, missingInput } from '../../../lib/errors.ts'
import { type Name, names } from '../../../names.ts'
import type { ChangeSummary } from '../../../store/queries/jobs/webhooks.ts'

const actions = ['added', 'removed', 'changed', 'deleted', 'undeleted'] as const

export interface WebhookFilter {
  resource_type?: string
  resource_subtype?: string
  action?: string
  fields?: string[]
}

const MAX_FILTERS = 100
const MAX_CHARACTERS = 255

/** Parses the filters from a client. Throws 400 for invalid ones. */
export function parseFilters(raw: unknown): WebhookFilter[] {
  if (raw === undefined || raw === '') return []
  if (!Array.isArray(raw)) throw invalid('filters', 'Not a list of filters')
  if (raw.length > MAX_FILTERS) throw invalid('filters', `Too many values (maximum ${MAX_FILTERS})`)
  return raw.map((one, index) => parseFilter(`filters: [${index}]`, one))
}

function parseFilter(at: string, raw: unknown): WebhookFilter {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw invalid(at, 'Not an object')
  const { resource_type, resource_subtype, action, fields } = raw as Record<string, unknown>
  const filter: WebhookFilter = {
    ...optionalText(at, 'resource_type', resource_type),
    ...optionalText(at, 'resource_subtype', resource_subtype),
    ...optionalText(at, 'action', action),
  }
  if (filter.action && !(actions as readonly string[]).includes(filter.action)) {
    throw invalid(`${at}: action`, `Not a recognized value: ${filter.action}`)
  }
  if (fields !== undefined && fields !== null) {
    if (!Array.isArray(fields)) throw invalid(`${at}: fields`, 'Not a list of names')
    if (fields.length > MAX_FILTERS) throw invalid(`${at}: fields`, `Too many values (maximum ${MAX_FILTERS})`)
    filter.fields = fields.map((name, index) => text(`${at}: fields: [${index}]`, name))
  }
  return filter
}

function optionalText(at: string, name: keyof WebhookFilter, raw: unknown): WebhookFilter {
  return raw === undefined || raw === null ? {} : { [name]: text(`${at}: ${name}`, raw) }
}

function text(at: string, raw: unknown): string {
  if (typeof raw !== 'string' || raw.length > MAX_CHARACTERS || !raw.isWellFormed()) throw invalid(at, 'Not a name')
  if (raw === '') throw missingInput(at)
  return raw
}

// wire: docs "Webhooks": the changes that webhooks on teams, portfolios and workspaces can select
const largerScopeActions: Partial<Record<Name, readonly string[]>> = {
  project: actions,
  team_membership: ['added', 'removed'],
  workspace_membership: ['added', 'removed'],
  ...{ workspace: [], team: [], project_membership: [], section: [], task: [], tag: [], story: [] },
  ...{ status_update: [], project_status: [] },
  // Portfolios have the same actions as projects; the list of the documents is older than their webhooks.
  ...{ portfolio: actions, portfolio_membership: [], project_portfolio_setting: [] },
  ...{ user: [], user_task_list: [], task_counts: [], custom_field: [], enum_option: [], custom_field_setting: [] },
  ...{ event: [], webhook: [], audit_log_event: [] },
}

/** The actions of a type that such a webhook can select: all of them where the API does not restrict the type. */
const selectableActions = (type: string): readonly string[] =>
  (names as readonly string[]).includes(type) ? (largerScopeActions[type as Name] ?? actions) : []

const largerScopeTypes: readonly Name[] = ['team', 'portfolio', 'workspace']

/** Throws 400 unless the filters are narrow enough for an object of this type. */
export function mustNarrow(type: Name, filters: readonly WebhookFilter[]): void {
  if (!largerScopeTypes.includes(type)) return
  const fits = ({ resource_type = '', action, fields = [] }: WebhookFilter) => {
    const allowed = selectableActions(resource_type)
    // A filter without an action selects all actions. Filters on fields are not allowed in these scopes.
    return fields.length === 0 && (action ? allowed.includes(action) : allowed.length === actions.length)
  }
  if (filters.length === 0 || !filters.every(fits)) throw largerScope()
}

/** Whether a change matches all members of any filter. Without filters, every change passes. */
export const passes = (filters: readonly WebhookFilter[], change: ChangeSummary): boolean =>
  filters.length === 0 || filters.some(filter => matches(filter, change))

function matches({ resource_type, resource_subtype, action, fields }: WebhookFilter, change: ChangeSummary): boolean {
  return (
    (resource_type === undefined || resource_type === change.resource_type) &&
    (resource_subtype === undefined || resource_subtype === change.resource_subtype) &&
    (action === undefined || action === change.action) &&
    (!fields?.length || (change.field !== null && fields.includes(change.field)))
  )
}
