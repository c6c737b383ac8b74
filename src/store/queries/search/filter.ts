/**
 * Filters of searches as SQL. A filter is a condition on the object at `t`, and where an index can find all objects that
 * meet it, also a source of candidates. Equal shapes have equal SQL: values are bound.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Parameters } from '../../db.ts'
import type { Dialect } from '../../dialect.ts'
import type { ParamFn } from '../../statement.ts'

export interface FilterContext {
  dialect: Dialect
  /** The parameters of the search: `me`, `workspace`. */
  param: ParamFn
  /** A value of the filter itself. */
  own: ParamFn
}

export interface SearchFilter {
  shape: string
  values: Parameters
  where(context: FilterContext): RawBuilder<unknown>
  /** A select of the gids of all objects that meet it, and perhaps of others. */
  source?(context: FilterContext): RawBuilder<unknown>
  /** The column that it restricts to a range, and the condition on a row at another alias. */
  range?: { column: string; at(alias: string, context: FilterContext): RawBuilder<unknown> }
}

/** How the values of a filter combine. */
export type Combination = 'any' | 'all' | 'not'

/** What a list filter names: gids, or null for objects without a value. */
export type Choices = readonly (number | null)[]

const gidsIn = (choices: Choices): number[] => [...new Set(choices.filter(gid => gid !== null))]

/** A column that names one object. With `index`, an index finds the rows of a workspace by it. */
export function columnFilter(
  column: string,
  combination: 'any' | 'not',
  choices: Choices,
  dialect: Dialect,
  index?: 'indexed',
): SearchFilter {
  const orNull = choices.includes(null)
  const at = sql.ref(`t.${column}`)
  const among = ({ own }: FilterContext, alias = 't') => dialect.isAmong(sql.ref(`${alias}.${column}`), own('gids'))
  return {
    shape: `${column}.${combination}.${orNull}`,
    values: { gids: dialect.set(gidsIn(choices)) },
    where: context =>
      combination === 'any'
        ? sql`(${among(context)} ${orNull ? sql`or ${at} is null` : sql``})`
        : sql`(${orNull ? sql`${at} is not null and` : sql`${at} is null or`} not ${among(context)})`,
    ...(index &&
      combination === 'any' &&
      !orNull && {
        source: context => sql`select a.gid from tasks a
      where ${among(context, 'a')} and a.workspace = ${context.param('workspace')}`,
      }),
  }
}

/** Rows that relate the object to others: `from` declares the alias `l`, `object` and `to` are its columns. */
export interface SearchRelation {
  name: string
  from: RawBuilder<unknown>
  object: string
  to: string
  /** No index finds the rows by `to`. */
  isUnindexed?: true
  /** A condition on the rows that count. */
  only?(context: FilterContext): RawBuilder<unknown>
  /** A condition on the rows that count for an object without a value. */
  known?(context: FilterContext): RawBuilder<unknown>
}

export function relationFilter(
  relation: SearchRelation,
  combination: Combination,
  choices: Choices,
  dialect: Dialect,
): SearchFilter {
  const gids = gidsIn(choices)
  const orNull = choices.includes(null)
  const [object, to] = [sql.ref(relation.object), sql.ref(relation.to)]
  const only = (context: FilterContext) => (relation.only ? sql`and ${relation.only(context)}` : sql``)
  const known = (context: FilterContext) => (relation.known ? sql`and ${relation.known(context)}` : only(context))
  const among = ({ own }: FilterContext) => dialect.isAmong(to, own('gids'))
  const related = (context: FilterContext) => sql`exists (select 1 from ${relation.from}
    where ${object} = t.gid and ${among(context)} ${only(context)})`
  const hasAny = (context: FilterContext) =>
    sql`exists (select 1 from ${relation.from} where ${object} = t.gid ${known(context)})`
  const where: Record<Combination, SearchFilter['where']> = {
    any: context => (orNull ? sql`(${related(context)} or not ${hasAny(context)})` : related(context)),
    not: context => (orNull ? sql`(not ${related(context)} and ${hasAny(context)})` : sql`not ${related(context)}`),
    all: context => sql`(select count(distinct ${to}) from ${relation.from}
      where ${object} = t.gid and ${among(context)} ${only(context)}) = ${context.own('count')}`,
  }
  const hasSource = combination !== 'not' && !orNull && !relation.isUnindexed
  return {
    shape: `${relation.name}.${combination}.${orNull}`,
    values: { gids: dialect.set(gids), ...(combination === 'all' && { count: gids.length }) },
    where: where[combination],
    ...(hasSource && {
      source: context => sql`select ${object} as gid from ${relation.from}
      where ${among(context)} ${only(context)}`,
    }),
  }
}

/** Objects that meet one of several filters. */
export const unionFilter = (filters: readonly SearchFilter[]): SearchFilter => {
  const within = (context: FilterContext, at: number): FilterContext => ({
    ...context,
    own: name => context.own(`${at}_${name}`),
  })
  const all =
    (build: (filter: SearchFilter, context: FilterContext) => RawBuilder<unknown> | undefined) =>
    (context: FilterContext) =>
      filters.map((filter, at) => build(filter, within(context, at)) ?? sql``)
  const conditions = all((filter, context) => filter.where(context))
  const sources = all((filter, context) => filter.source?.(context))
  return {
    shape: `(${filters.map(({ shape }) => shape).join('|')})`,
    values: Object.fromEntries(
      filters.flatMap(({ values }, at) => Object.entries(values).map(([name, value]) => [`${at}_${name}`, value])),
    ),
    where: context => sql`(${sql.join(conditions(context), sql` or `)})`,
    ...(filters.every(({ source }) => source) && {
      source: context => sql`${sql.join(sources(context), sql` union all `)}`,
    }),
  }
}

/** A comparison with a value that the client gave. */
export type Bound = readonly ['<' | '<=' | '>' | '>=' | '=', string | number]

/** A column between bounds, or without a value. With `index`, an index of a workspace starts with the column. */
export function rangeFilter(column: string, bounds: readonly Bound[] | null, index?: 'indexed'): SearchFilter {
  const at = (alias: string, { own }: FilterContext) => {
    const value = sql.ref(`${alias}.${column}`)
    if (bounds === null) return sql`${value} is null`
    const compared = bounds.map(([operator], index) => sql`${value} ${sql.raw(operator)} ${own(String(index))}`)
    return sql.join(compared, sql` and `)
  }
  return {
    shape: `${column}.${bounds?.map(([operator]) => operator).join() ?? 'null'}`,
    values: Object.fromEntries((bounds ?? []).map(([, value], index) => [String(index), value])),
    where: context => at('t', context),
    range: { column, at },
    ...(index && {
      source: context => sql`select a.gid from tasks a
        where a.workspace = ${context.param('workspace')} and ${at('a', context)}`,
    }),
  }
}

/** A condition without values. */
export const plainFilter = (shape: string, where: SearchFilter['where']): SearchFilter => ({ shape, values: {}, where })
