/**
 * A search of one type of object, declared by its attributes. Its query parameters, its conditions and its orders follow
 * from the declaration.
 */
import { malformed } from '../../../lib/errors.ts'
import { termsOf } from '../../../lib/tokens.ts'
import type { Page } from '../../../store/queries/page.ts'
import type { SearchFilter } from '../../../store/queries/search/filter.ts'
import { flagFilter, type SearchFlag, wordFilter } from '../../../store/queries/search/relations.ts'
import { type Search, type SearchBounds, search } from '../../../store/queries/search/search.ts'
import { termFilter } from '../../../store/queries/search/words.ts'
import { type DottedValue, dotted, type Fields, flag, oneOf, text } from '../../../vocabulary/field.ts'
import type { ReadCall } from '../../../vocabulary/operation.ts'
import { mustHaveFeature } from '../../people/rules/plan.ts'
import { fieldFilters } from './field_filters.ts'
import {
  type DateAttributes,
  dateFilters,
  dateParameters,
  type ListAttributes,
  listFilters,
  listParameters,
} from './filters.ts'
import { typeFilters } from './type_filters.ts'

/** A column, or a number that is computed for each result. */
type OrderBy = { column: string; isNullable: boolean } | NonNullable<Search['by']>

export interface SearchDeclaration {
  type: Search['type']
  /** What a text is searched in, for the reference. */
  texts: string
  lists: ListAttributes
  dates: DateAttributes
  flags: Partial<Record<SearchFlag, string>>
  /** Columns with one of a few words, each with its parameter. */
  words: Fields
  /** Whether the objects have custom types. */
  hasCustomTypes?: true
  /** The orders by the words of the client. */
  orders: Readonly<Record<string, OrderBy>>
}

/** Orders of every type. */
export const commonOrders = {
  due_date: { column: 'due_on', isNullable: true },
  created_at: { column: 'created_at', isNullable: false },
  completed_at: { column: 'completed_at', isNullable: true },
  modified_at: { column: 'modified_at', isNullable: false },
  relevance: 'relevance',
} as const

// wire: docs of 2018
const DEFAULT_ORDER = 'modified_at'

const MAX_TEXT_LENGTH = 1000

const orderParameters = (orders: SearchDeclaration['orders']): Fields => ({
  sort_by: oneOf(Object.keys(orders), { doc: `The order; \`${DEFAULT_ORDER}\` by default.` }),
  sort_ascending: flag({ doc: 'Whether the smallest value is first; false by default.' }),
})

const filterParameters = ({ texts, words, lists, dates, flags, hasCustomTypes }: SearchDeclaration): Fields => ({
  text: text({
    max: MAX_TEXT_LENGTH,
    doc: `Words of ${texts}. All must match, each at the beginning of a word; double quotes enclose exact phrases.`,
  }),
  ...words,
  ...listParameters(lists),
  ...dateParameters(dates),
  ...Object.fromEntries(Object.entries(flags).map(([name, doc]) => [name, flag({ doc: doc ?? '' })])),
  custom_fields: dotted('custom_field', {
    doc:
      'Conditions on custom fields, each a parameter `custom_fields.{gid}.{operator}` with the operator `is_set`, `value`, ' +
      '`starts_with`, `ends_with`, `contains`, `less_than`, `greater_than`, `before` or `after`.',
  }),
  ...(hasCustomTypes && {
    custom_types: dotted('custom_type', {
      doc: 'The status of a custom type, as a parameter `custom_types.{gid}.custom_type_status_option.gid`.',
    }),
  }),
})

/** The query parameters of a search. */
export const searchParameters = (declared: SearchDeclaration): Fields => ({
  ...filterParameters(declared),
  ...orderParameters(declared.orders),
})

/** What a search reads of a call. */
export type SearchCall = Pick<
  ReadCall<{ workspace_gid: number }, Record<string, unknown>>,
  'actor' | 'path' | 'query' | 'reader' | 'window'
>

/** The maximum number of results without `limit`, and of a page. */
const MAX_RESULTS = 100

/** Runs a search. Throws 400 and 402. */
export async function runSearch(declared: SearchDeclaration, call: SearchCall, bounds?: SearchBounds): Promise<Page> {
  const { reader, actor, window, path, query } = call
  const { workspace_gid: workspace } = path
  await mustHaveFeature(reader, workspace, 'search')
  // wire: docs of 2018: at least one parameter other than those of the order
  const given = Object.keys(filterParameters(declared)).filter(name => query[name] !== undefined && query[name] !== '')
  if (given.length === 0) throw malformed('Give at least one parameter to search by')
  const terms = given.includes('text') ? termsOf(String(query.text)) : undefined
  const filters = await attributeFilters(declared, call)
  // Nothing has no words.
  if (terms?.length === 0) return { gids: [], next: null }
  const { dialect } = reader.db
  const words = (terms ?? []).map(term => termFilter(term, workspace, dialect))
  const order = declared.orders[String(query.sort_by ?? DEFAULT_ORDER)] ?? 'relevance'
  const { gids, next } = await search(
    reader,
    {
      ...{ type: declared.type, workspace, me: actor.gid, filters: [...words, ...filters], terms: words.length },
      ...orderOf(order, query.sort_ascending === true),
    },
    { ...window, limit: Math.min(window.limit, MAX_RESULTS) },
    bounds,
  )
  // wire: contract: without `limit` there is no next page; the client narrows the search
  return { gids, next: window.limit > MAX_RESULTS ? null : next }
}

const orderOf = (order: OrderBy, isAscending: boolean): Pick<Search, 'order' | 'by'> =>
  typeof order === 'string'
    ? { order: { column: undefined, isNullable: false, isAscending }, by: order }
    : { order: { ...order, isAscending }, by: null }

async function attributeFilters(
  { words, lists, dates, flags }: SearchDeclaration,
  { query, reader, actor }: SearchCall,
): Promise<SearchFilter[]> {
  const isGiven = (name: string) => query[name] !== undefined
  return [
    ...Object.keys(words)
      .filter(isGiven)
      .map(name => wordFilter(name, String(query[name]))),
    ...listFilters(lists, query, reader.db.dialect),
    ...dateFilters(dates, query, actor.timeZone),
    ...(Object.keys(flags) as SearchFlag[]).filter(isGiven).map(name => flagFilter(name, query[name] === true)),
    ...(await fieldFilters(reader, actor, (query.custom_fields ?? []) as DottedValue[])),
    ...(await typeFilters(reader, (query.custom_types ?? []) as DottedValue[], query.resource_subtype)),
  ]
}
