/**
 * The state of a view in the query of the address: `show=all`, `sort=due_on,-name`, `group=assignee`,
 * `f.assignee=me,1201`, `f.due_on=lt:2026-12-31`, `q=words`. Only what differs from the saved view appears, and
 * parameters of others stay as they are.
 */
import type { Show } from '../load.ts'
import { isEqual } from '../records.ts'
import { DEFAULT_VIEW, type ViewColumn, type ViewState } from '../views.ts'
import { arityOf, type Filter, isOperator } from './filter.ts'
import { MAX_SORT_KEYS } from './sort.ts'
import { WORDS } from './values.ts'

const SHOWS: readonly string[] = ['incomplete', 'completed', 'all']
const FILTER = 'f.'
/** A group that only a saved view can differ from. */
const BY_SECTION = 'section'
const DEFAULT_COLUMNS = 'default'
const MAX_FILTERS = 50

const isState = (name: string): boolean =>
  ['show', 'match', 'sort', 'group', 'fields', WORDS].includes(name) || name.startsWith(FILTER)

/** Separators inside a value. */
const escaped = (part: string): string => part.replace(/[%,]/g, encodeURIComponent)

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const list = (text: string): string[] => (text === '' ? [] : text.split(',').map(unescaped))

/** `me`, `me,1201`, `lt:2026-12-31`, `overdue`. */
function parseFilter(field: string, text: string): Filter {
  const [, operator = '', rest = ''] = /^(\w+):(.*)$/s.exec(text) ?? []
  if (isOperator(operator)) return { field, operator, value: list(rest) }
  if (isOperator(text) && arityOf(text) === 0) return { field, operator: text, value: [] }
  const value = list(text)
  return { field, operator: value.length > 1 ? 'any' : 'is', value }
}

function formatFilter(filter: Filter): string {
  const { field, operator, value } = filter
  const values = value.map(escaped).join(',')
  const short = arityOf(operator) === 0 ? operator : values
  return short !== '' && isEqual(parseFilter(field, short), filter) ? short : `${operator}:${values}`
}

const wordsFilter = (text: string): Filter => ({ field: WORDS, operator: 'contains', value: [text] })

/** The filters of the query by field; an empty list removes those of the saved view. */
function filtersIn(parameters: URLSearchParams): Map<string, Filter[]> {
  const found = new Map<string, Filter[]>()
  for (const [name, text] of [...parameters].slice(0, MAX_FILTERS * 2)) {
    const field = name === WORDS ? WORDS : name.startsWith(FILTER) ? name.slice(FILTER.length) : ''
    if (!field) continue
    const filters = found.get(field) ?? []
    found.set(field, filters)
    if (text !== '') filters.push(field === WORDS ? wordsFilter(text) : parseFilter(field, text))
  }
  return found
}

/** The filters of the saved view, with those of the query in their place. */
function mergeFilters(saved: readonly Filter[], given: Map<string, Filter[]>): readonly Filter[] {
  if (given.size === 0) return saved
  const rest = new Map(given)
  const merged = saved.flatMap(filter => {
    const own = given.get(filter.field)
    if (!own) return filter
    const first = rest.has(filter.field)
    rest.delete(filter.field)
    return first ? own : []
  })
  return [...merged, ...[...rest.values()].flat()].slice(0, MAX_FILTERS)
}

/** `assignee`, `assignee:120`, `assignee:pinned`, `assignee:120:pinned`. */
const COLUMN = /^(.+?)(?::(\d{1,5}))?(:pinned)?$/

function parseColumns(text: string | null, saved: ViewState['columns']): ViewState['columns'] {
  if (text === null) return saved
  if (text === DEFAULT_COLUMNS) return null
  return list(text).map(part => {
    const [, field = part, width, pinned] = COLUMN.exec(part) ?? []
    return { field, ...(width !== undefined && { width: Number(width) }), ...(pinned && { is_pinned: true }) }
  })
}

const formatColumn = ({ field, width, is_pinned }: ViewColumn): string =>
  escaped([field, ...(width === undefined ? [] : [width]), ...(is_pinned ? ['pinned'] : [])].join(':'))

const formatColumns = (columns: ViewState['columns']): string =>
  columns === null ? DEFAULT_COLUMNS : columns.map(formatColumn).join(',')

/** The state of a view in a query. What it does not name is as in the saved view. */
export function parseView(query: string, saved: ViewState = DEFAULT_VIEW): ViewState {
  const parameters = new URLSearchParams(query)
  const show = parameters.get('show') ?? ''
  const match = parameters.get('match')
  const sort = parameters.get('sort')
  const group = parameters.get('group')
  return {
    show: SHOWS.includes(show) ? (show as Show) : saved.show,
    filters: mergeFilters(saved.filters, filtersIn(parameters)),
    match: match === 'all' || match === 'any' ? match : saved.match,
    sort: sort === null ? saved.sort : list(sort).slice(0, MAX_SORT_KEYS),
    group: group === null ? saved.group : group === BY_SECTION || group === '' ? null : group,
    columns: parseColumns(parameters.get('fields'), saved.columns),
  }
}

/** Adds the filters that differ from the saved ones: all those of each field of which one does. */
function addFilters(parameters: URLSearchParams, view: ViewState, saved: ViewState): void {
  const ofField = (filters: readonly Filter[], field: string) => filters.filter(one => one.field === field)
  const fields = new Set([...saved.filters, ...view.filters].map(({ field }) => field))
  const changed = new Set(
    [...fields].filter(field => !isEqual(ofField(view.filters, field), ofField(saved.filters, field))),
  )
  const nameOf = (field: string) => (field === WORDS ? WORDS : FILTER + field)
  for (const field of changed) {
    if (ofField(view.filters, field).length === 0) parameters.append(nameOf(field), '')
  }
  for (const filter of view.filters) {
    if (!changed.has(filter.field)) continue
    parameters.append(nameOf(filter.field), filter.field === WORDS ? (filter.value[0] ?? '') : formatFilter(filter))
  }
}

/** The query that shows a view: the differences from the saved one, and the parameters of others in `query`. */
export function formatView(view: ViewState, saved: ViewState = DEFAULT_VIEW, query = ''): string {
  const parameters = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !isState(name)))
  if (view.show !== saved.show) parameters.set('show', view.show)
  if (view.match !== saved.match) parameters.set('match', view.match)
  if (!isEqual(view.sort, saved.sort)) parameters.set('sort', view.sort.map(escaped).join(','))
  if (view.group !== saved.group) parameters.set('group', view.group ?? BY_SECTION)
  if (!isEqual(view.columns, saved.columns)) parameters.set('fields', formatColumns(view.columns))
  addFilters(parameters, view, saved)
  // Separators stay readable.
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

/** Whether a view differs from the saved one. */
export const isChanged = (view: ViewState, saved: ViewState = DEFAULT_VIEW): boolean => formatView(view, saved) !== ''
