/** The words of searches: attributes that a search can filter by, as query parameters and as conditions. */
import { addDays, localDate, startOfDay } from '../../../lib/date.ts'
import { invalid, malformed } from '../../../lib/errors.ts'
import type { Name } from '../../../names.ts'
import type { Dialect } from '../../../store/dialect.ts'
import {
  type Bound,
  type Choices,
  type Combination,
  columnFilter,
  rangeFilter,
  relationFilter,
  type SearchFilter,
  type SearchRelation,
  unionFilter,
} from '../../../store/queries/search/filter.ts'
import { date, type Fields, many, timestamp } from '../../../vocabulary/field.ts'

/** An attribute that names other objects: by a column, or by a relation. */
export interface ListAttribute {
  type: Name
  noun: string
  /** The combinations that clients can use. */
  by: readonly Combination[]
  column?: string
  /** An index of a workspace starts with the column. */
  index?: 'indexed'
  relation?: SearchRelation
}

export type ListAttributes = Readonly<Record<string, ListAttribute>>

const COMBINATIONS: Record<Combination, string> = { any: 'any of', all: 'all of', not: 'none of' }

/** The query parameters of list attributes, such as `tags.any`. */
export const listParameters = (attributes: ListAttributes): Fields =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { type, noun, by }]) =>
      by.map(combination => [
        `${name}.${combination}`,
        many(type, {
          orNull: true,
          doc: `Only objects with ${COMBINATIONS[combination]} these ${noun}; \`null\` means none.`,
        }),
      ]),
    ),
  )

/** The attributes of which any one is enough, if the client gives several. */
const UNITED: readonly string[] = ['projects.any', 'sections.any']

/** The filters of list attributes. Throws 400 for contradictory ones. */
export function listFilters(
  attributes: ListAttributes,
  query: Record<string, unknown>,
  dialect: Dialect,
): SearchFilter[] {
  const filters = new Map<string, SearchFilter>()
  for (const [name, attribute] of Object.entries(attributes)) {
    const used = new Set<number | null>()
    for (const combination of attribute.by) {
      const parameter = `${name}.${combination}`
      const choices = query[parameter] as Choices | undefined
      if (choices === undefined) continue
      if (combination === 'all' && choices.includes(null)) throw invalid(parameter, 'Cannot contain null')
      // wire: docs of 2018: the lists of one attribute must not overlap
      for (const gid of new Set(choices)) {
        if (used.has(gid)) throw invalid(parameter, `Already in another list of ${name}: ${gid}`)
        used.add(gid)
      }
      filters.set(parameter, listFilter(attribute, combination, choices, dialect))
    }
  }
  // wire: contract: tasks in one of the projects or in one of the sections
  const united = UNITED.flatMap(name => filters.get(name) ?? [])
  if (united.length < 2) return [...filters.values()]
  for (const name of UNITED) filters.delete(name)
  return [...filters.values(), unionFilter(united)]
}

function listFilter(
  { column, index, relation }: ListAttribute,
  combination: Combination,
  choices: Choices,
  dialect: Dialect,
): SearchFilter {
  if (relation) return relationFilter(relation, combination, choices, dialect)
  return columnFilter(column ?? '', combination === 'not' ? 'not' : 'any', choices, dialect, index)
}

/** An attribute with a day, a moment, or both: `due_on` and `due_at`. */
export interface DateAttribute {
  noun: string
  /** The column with the day. */
  day?: string
  /** The column with the moment. Without `day`, a day is a range of moments in the time zone of the caller. */
  moment?: string
  /** Whether clients can compare moments. */
  hasMoments: boolean
  /** The columns that an index of a workspace starts with. */
  indexed: readonly string[]
}

export type DateAttributes = Readonly<Record<string, DateAttribute>>

/** The query parameters of dates, such as `due_on`, `due_on.before` and `due_at.after`. */
export const dateParameters = (attributes: DateAttributes): Fields =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { noun, hasMoments }]) => [
      [`${name}_on`, date({ orNull: true, doc: `Only objects ${noun} on this day; \`null\` means never.` })],
      [`${name}_on.before`, date({ doc: `Only objects ${noun} before this day.` })],
      [`${name}_on.after`, date({ doc: `Only objects ${noun} after this day.` })],
      ...(hasMoments
        ? [
            [`${name}_at.before`, timestamp({ doc: `Only objects ${noun} before this time.` })],
            [`${name}_at.after`, timestamp({ doc: `Only objects ${noun} after this time.` })],
          ]
        : []),
    ]),
  )

interface GivenDates {
  on: string | null | undefined
  before: string | undefined
  after: string | undefined
  momentBefore: number | undefined
  momentAfter: number | undefined
}

/** The filters of dates. Throws 400 for contradictory ones. */
export const dateFilters = (
  attributes: DateAttributes,
  query: Record<string, unknown>,
  timeZone: string,
): SearchFilter[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    const given = {
      ...{ on: query[`${name}_on`], before: query[`${name}_on.before`], after: query[`${name}_on.after`] },
      ...{ momentBefore: query[`${name}_at.before`], momentAfter: query[`${name}_at.after`] },
    } as GivenDates
    mustBeConsistent(name, given)
    return dateFilter(attribute, given, timeZone) ?? []
  })

// wire: docs of 2018: a day, or bounds by day, or bounds by time; the lower bound below the upper one
function mustBeConsistent(name: string, { on, before, after, momentBefore, momentAfter }: GivenDates): void {
  const byDay = before !== undefined || after !== undefined
  const byMoment = momentBefore !== undefined || momentAfter !== undefined
  if ([on !== undefined, byDay, byMoment].filter(Boolean).length > 1)
    throw malformed(`${name}: Give a day, or bounds by day, or bounds by time, and only one of these`)
  const isReversed =
    (before !== undefined && after !== undefined && after >= before) ||
    (momentBefore !== undefined && momentAfter !== undefined && momentAfter >= momentBefore)
  if (isReversed) throw malformed(`${name}: The lower bound must be before the upper bound`)
}

function dateFilter(
  { day, moment, indexed }: DateAttribute,
  given: GivenDates,
  timeZone: string,
): SearchFilter | undefined {
  const { on, before, after, momentBefore, momentAfter } = given
  const range = (column: string, bounds: readonly Bound[] | null) =>
    rangeFilter(column, bounds, indexed.includes(column) ? 'indexed' : undefined)
  if (momentBefore !== undefined || momentAfter !== undefined) {
    // An object without a time of day compares by the day of the moment.
    const of = (at: number) => (moment ? at : localDate(at, timeZone))
    const bounds: Bound[] = []
    if (momentAfter !== undefined) bounds.push(['>', of(momentAfter)])
    if (momentBefore !== undefined) bounds.push(['<', of(momentBefore)])
    return range(moment ?? day ?? '', bounds)
  }
  if (on === undefined && before === undefined && after === undefined) return undefined
  const column = day ?? moment ?? ''
  if (on === null) return range(column, null)
  if (day) return range(day, dayBounds(given))
  const start = (text: string) => startOfDay(text, timeZone)
  const bounds: Bound[] = []
  if (typeof on === 'string') bounds.push(['>=', start(on)], ['<', start(addDays(on, 1))])
  if (after !== undefined) bounds.push(['>=', start(addDays(after, 1))])
  if (before !== undefined) bounds.push(['<', start(before)])
  return range(column, bounds)
}

function dayBounds({ on, before, after }: GivenDates): Bound[] {
  if (typeof on === 'string') return [['=', on]]
  const bounds: Bound[] = []
  if (after !== undefined) bounds.push(['>', after])
  if (before !== undefined) bounds.push(['<', before])
  return bounds
}
