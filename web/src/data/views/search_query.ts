/**
 * A view as the query of `GET /-/search`. What the server cannot compare stays with the view, and filters the results in
 * this browser.
 */
import { addDays } from '../../text/format.ts'
import type { ViewState } from '../views.ts'
import { type Filter, type FilterContext, isActive, TODAY, weekStartOf } from './filter.ts'
import { fieldOf } from './sort.ts'
import { WORDS } from './values.ts'

/** Filters that name objects, with the parameter of the server, and whether it can exclude. */
const LISTS: Readonly<Record<string, { name: string; hasNot: boolean }>> = {
  assignee: { name: 'assignee', hasNot: true },
  created_by: { name: 'created_by', hasNot: true },
  followers: { name: 'followers', hasNot: true },
  commented_by: { name: 'commented_on_by', hasNot: true },
  projects: { name: 'projects', hasNot: true },
  tags: { name: 'tags', hasNot: true },
  portfolio: { name: 'portfolios', hasNot: false },
}

const DATES: Readonly<Record<string, string>> = {
  ...{ due_on: 'due', start_on: 'start', created_at: 'created', completed_at: 'completed', modified_at: 'modified' },
}

const FLAGS: ReadonlySet<string> = new Set(['is_blocked', 'has_attachment'])

/** The orders of the server by the field that a view sorts by. */
const ORDERS: Readonly<Record<string, string>> = {
  ...{ due_on: 'due_date', created_at: 'created_at', completed_at: 'completed_at', modified_at: 'modified_at' },
  num_likes: 'likes',
}

/** The fields by which results can be sorted. */
export const SEARCH_ORDERS: ReadonlySet<string> = new Set(Object.keys(ORDERS))

/** Before all days of tasks. */
const FIRST_DAY = '1900-01-01'
const DAYS_OF_WEEK = 7

type Parameters = readonly (readonly [name: string, value: string])[]

function listParameters({ operator, value }: Filter, { name, hasNot }: { name: string; hasNot: boolean }) {
  const any = (text: string): Parameters => [[`${name}.any`, text]]
  const not = (text: string): Parameters | undefined => (hasNot ? [[`${name}.not`, text]] : undefined)
  if (operator === 'is' || operator === 'any') return any(value.join())
  if (operator === 'is_not') return not(value.join())
  if (operator === 'empty') return any('null')
  if (operator === 'not_empty') return not('null')
  return undefined
}

/** The days between two others, both included. */
const between = (name: string, first: string, last: string): Parameters => [
  [`${name}_on.after`, addDays(first, -1)],
  [`${name}_on.before`, addDays(last, 1)],
]

function dateParameters(
  { operator, value }: Filter,
  name: string,
  { today, weekStart }: SearchContext,
): Parameters | undefined {
  const [first = '', last = ''] = value.map(day => (day === TODAY ? today : day))
  const days = Math.max(0, Math.trunc(Number(first)) || 0)
  const firstOfWeek = weekStartOf(today, weekStart)
  const known: Readonly<Record<string, () => Parameters>> = {
    is: () => [[`${name}_on`, first]],
    lt: () => [[`${name}_on.before`, first]],
    gt: () => [[`${name}_on.after`, first]],
    between: () => between(name, first, last),
    next: () => between(name, today, addDays(today, days)),
    last: () => between(name, addDays(today, -days), today),
    this_week: () => between(name, firstOfWeek, addDays(firstOfWeek, DAYS_OF_WEEK - 1)),
    overdue: () => [
      [`${name}_on.before`, today],
      ['completed', 'false'],
    ],
    empty: () => [[`${name}_on`, 'null']],
    not_empty: () => [[`${name}_on.after`, FIRST_DAY]],
  }
  return known[operator]?.()
}

/** The day on which a search is read, and the first day of weeks. */
type SearchContext = Pick<FilterContext, 'today' | 'weekStart'>

/** The parameters of a filter; undefined where the server cannot compare so. */
function parametersOf(filter: Filter, context: SearchContext): Parameters | undefined {
  const { field, operator, value } = filter
  const [first = ''] = value
  const list = LISTS[field]
  if (list) return listParameters(filter, list)
  const date = DATES[field]
  if (date) return dateParameters(filter, date, context)
  if (FLAGS.has(field)) return [[field, first]]
  if (field === 'resource_subtype' && operator === 'is') return [[field, first]]
  return undefined
}

export interface SearchQuery {
  readonly parameters: URLSearchParams
  /** The filters that the server cannot apply. */
  readonly rest: readonly Filter[]
}

/** The text of a view. */
export const wordsOf = ({ filters }: Pick<ViewState, 'filters'>): string =>
  filters.find(({ field }) => field === WORDS)?.value[0] ?? ''

/** The query of a view of tasks. The second filter of one attribute stays with the view. */
export function searchQuery(view: ViewState, context: SearchContext): SearchQuery {
  const parameters = new URLSearchParams()
  const rest: Filter[] = []
  const words = wordsOf(view).trim()
  if (words) parameters.set('q', words)
  if (view.show !== 'all') parameters.set('completed', String(view.show === 'completed'))
  for (const filter of view.filters) {
    if (filter.field === WORDS || !isActive(filter)) continue
    const found = parametersOf(filter, context)
    const isFree = found?.every(([name, value]) => !parameters.has(name) || parameters.get(name) === value)
    if (found && isFree) for (const [name, value] of found) parameters.set(name, value)
    else rest.push(filter)
  }
  const [key] = view.sort
  const order = key && ORDERS[fieldOf(key)]
  if (key && order) {
    parameters.set('sort_by', order)
    parameters.set('sort_ascending', String(!key.startsWith('-')))
  }
  return { parameters, rest }
}

/** Whether a view asks for anything: words, or a filter. */
export const isAsking = ({ filters }: ViewState): boolean =>
  filters.some(filter => isActive(filter) && (filter.field !== WORDS || filter.value.join('').trim() !== ''))
