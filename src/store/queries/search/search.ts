/**
 * Searches of a workspace. Conditions, rights and order are parts of one statement; what differs is where its candidates
 * come from:
 * - the first objects in the order of the search, if most objects match;
 * - otherwise the smallest set that an index has: the objects with a rare word, those of a project that a filter names,
 *   those that the caller may see;
 * - otherwise more objects in the order of the search.
 *
 * Invariants:
 * - the number of statements is fixed, and each reads a bounded number of objects;
 * - a page that ends before its limit because of that bound has a next page, which continues there;
 * - rights are a condition of the statement, with the check of all lists.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Parameters, Reader, Statement } from '../../db.ts'
import type { Dialect } from '../../dialect.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { tableOf } from '../objects.ts'
import { isVisible, type Page, type SortKey, type Window } from '../page.ts'
import type { FilterContext, SearchFilter } from './filter.ts'
import {
  isAfter,
  orderBy,
  type PageStart,
  type SearchOrder,
  type SearchRow,
  sortKeyOf,
  startOf,
  walk,
} from './order.ts'
import { directlyVisibleTasks, isService, mayBeVisible, visibleTasks } from './visible.ts'
import { termScore } from './words.ts'

export interface Search {
  type: 'task' | 'project'
  workspace: number
  me: number
  /** All of them must be met; the first `terms` are those of the text. */
  filters: readonly SearchFilter[]
  terms: number
  order: SearchOrder
  /** The number that a computed order sorts by. */
  by: 'relevance' | 'likes' | null
}

/** How many objects a search reads. */
export interface SearchBounds {
  /** The first objects in the order of the search, before any index of another order. */
  first: number
  /** Candidates that are read without looking for a smaller set. */
  few: number
  /** The maximum. Objects beyond are found by the next page. */
  most: number
  /** The maximum that is ordered by a computed number: beyond, those that were modified last. */
  ranked: number
}

const BOUNDS: SearchBounds = { first: 400, few: 2000, most: 20_000, ranked: 5000 }

/** Columns that access checks and sort keys need. */
const COLUMNS = { task: ['gid', 'workspace', 'assignee', 'parent'], project: ['gid', 'workspace'] } as const

type SourceName = number | 'visible' | 'all' | 'recent'

/** A page of a search. */
export async function search(reader: Reader, asked: Search, window: Window, bounds = BOUNDS): Promise<Page> {
  const query = new SearchQuery(reader, asked, window, bounds)
  if (asked.order.column === undefined) return query.candidates((await query.smallest()) ?? 'recent')
  const { limit } = window
  const first = await query.walk(bounds.first)
  if (isFinished(first, limit)) return pageOf(first)
  // As many matches in the rest as in the first objects would fill the page.
  const needed = (limit * bounds.first) / first.page.gids.length
  const all = needed <= bounds.most ? await query.walk(bounds.most, needed > bounds.few) : undefined
  if (all && isFinished(all, limit)) return pageOf(all)
  const source = await query.smallest()
  if (source !== undefined) return query.candidates(source)
  return pageOf(all ?? (await query.walk(bounds.most)))
}

/** The matches among objects in the order of the search, and the sort key where these objects end. */
interface WalkResult {
  page: Page
  /** Null if there are no other objects. */
  end: SortKey | null
}

const isFinished = ({ page, end }: WalkResult, limit: number): boolean => end === null || page.gids.length === limit

/** A page that is not full continues where the objects end. */
const pageOf = ({ page, end }: WalkResult): Page => ({ ...page, next: page.next ?? end })

class SearchQuery {
  readonly #reader: Reader
  readonly #search: Search
  readonly #limit: number
  readonly #start: PageStart
  readonly #values: Parameters
  readonly #shape: string
  readonly #few: number
  readonly #most: number

  constructor(reader: Reader, search: Search, { limit, after }: Window, { few, most, ranked }: SearchBounds) {
    this.#reader = reader
    this.#search = search
    this.#limit = limit
    this.#start = startOf(after)
    this.#few = few
    this.#most = search.order.column === undefined ? ranked : most
    const { filters, order, me, workspace, terms, type, by } = search
    const own = filters.flatMap(({ values }, at) =>
      Object.entries(values).map(([name, value]) => [`${at}_${name}`, value]),
    )
    const start = Object.fromEntries((after ?? []).map((part, at) => [`after${at}`, part]))
    this.#values = { ...Object.fromEntries(own), ...start, me, workspace, limit: limit + 1 }
    this.#shape = JSON.stringify([this.#most, type, by, order, terms, this.#start, filters.map(({ shape }) => shape)])
  }

  /**
   * The matching objects among the first `count` in the order, and where these end; null if there are no others. With
   * `isSparse`, few of them match, so that those which the caller cannot see are skipped by the lists of the caller.
   */
  async walk(count: number, isSparse = false): Promise<WalkResult> {
    const { type, filters, order } = this.#search
    const column = order.column ?? ''
    const walked = (param: ParamFn, dialect: Dialect) =>
      walk(tableOf(type), { ...order, column }, this.#start, {
        ...{ param, count },
        ranges: filters.flatMap(({ range }, at) =>
          range?.column === column ? [range.at('o', this.#context(at, param, dialect))] : [],
        ),
      })
    const rows = await this.#run(`walk ${count} ${isSparse}`, (param, dialect) => {
      const skip = isSparse && type === 'task' ? [mayBeVisible('t', param)] : []
      const conditions = [
        ...[sql`t.deleted_at is null`, ...skip, ...this.#conditions(param, dialect)],
        isVisible(type, 't', param),
      ]
      return sql`select t.gid, t.value from (${walked(param, dialect)}) t
        where ${sql.join(conditions, sql` and `)} ${dialect.limit(param('limit'))}`
    })
    const page = this.#page(rows)
    if (page.next !== null) return { page, end: page.next }
    const [last] = await this.#run(
      `end ${count}`,
      (param, dialect) => sql`select t.gid, t.value
      from (${walked(param, dialect)}) t limit 1 offset ${sql.lit(count - 1)}`,
    )
    return { page, end: last ? sortKeyOf(last) : null }
  }

  /** The matching objects among the candidates of a source, in order. Rights are checked until the page is full. */
  async candidates(source: SourceName): Promise<Page> {
    const { type, order } = this.#search
    const rows = await this.#run(`candidates ${source}`, (param, dialect) => {
      const columns = COLUMNS[type].map(column => sql.ref(`t.${column}`))
      const conditions = [
        ...[sql`t.gid = candidate.gid`, sql`t.workspace = ${param('workspace')}`, sql`t.deleted_at is null`],
        ...this.#conditions(param, dialect),
      ]
      const value = this.#value(param, dialect)
      return sql`select v.gid, v.value from (
        select ${sql.join(columns)}, ${value} as value
        from (select distinct s.gid from (${this.#source(source, param, dialect)}) s) candidate
        cross join ${sql.table(tableOf(type))} t
        where ${sql.join(conditions, sql` and `)} order by ${orderBy(order)} limit ${sql.lit(this.#most)}) v
        where ${isAfter(order, this.#start, param)} and ${isVisible(type, 'v', param)} ${dialect.limit(param('limit'))}`
    })
    return this.#page(rows)
  }

  /** The smallest source of at most `most` candidates. */
  async smallest(): Promise<SourceName | undefined> {
    const { filters, type } = this.#search
    const own = filters.flatMap(({ source }, at) => (source ? [at] : []))
    const best = own.length > 0 ? await this.#smallestOf('sizes', own) : undefined
    if (type === 'project') return best?.source ?? 'all'
    if (best && best.size <= this.#few) return best.source
    const visible = await this.#smallestOf('visible', ['visible'])
    if (!visible || (best && best.size <= visible.size)) return best?.source
    return visible.source
  }

  async #smallestOf(name: string, sources: SourceName[]): Promise<{ source: SourceName; size: number } | undefined> {
    const [sizes = []] = await this.#tuples(name, (param, dialect) => {
      const counts = sources.map(source => this.#size(source, param, dialect))
      return sql`select ${sql.join(counts)}`
    })
    const found = sources
      .map((source, at) => ({ source, size: Number(sizes[at]) }))
      .filter(({ size }) => size <= this.#most)
    return found.sort((a, b) => a.size - b.size)[0]
  }

  /** The number of candidates of a source, which is counted up to one more than `most`. */
  #size(source: SourceName, param: ParamFn, dialect: Dialect): RawBuilder<unknown> {
    const count = (gids: RawBuilder<unknown>) =>
      sql`(select count(*) from (select 1 as one from (${gids}) s limit ${sql.lit(this.#most + 1)}) n)`
    if (source === 'visible')
      return sql`case when ${isService(param)} > 0 or ${count(directlyVisibleTasks(param))} > ${sql.lit(this.#most)}
        then ${sql.lit(this.#most + 1)} else ${count(visibleTasks(param))} end`
    if (typeof source !== 'number' || source >= this.#search.terms) return count(this.#source(source, param, dialect))
    // A prefix reads all of its words before the first candidate, so a frequent whole word is enough.
    const { own } = this.#context(source, param, dialect)
    const [exact, prefix] = [count(dialect.textsWith(own('exact'))), count(dialect.textsWith(own('query')))]
    return sql`case when ${exact} > ${sql.lit(this.#most)} then ${sql.lit(this.#most + 1)} else ${prefix} end`
  }

  #source(source: SourceName, param: ParamFn, dialect: Dialect): RawBuilder<unknown> {
    const { filters, type } = this.#search
    const table = sql.table(tableOf(type))
    if (source === 'visible') return visibleTasks(param)
    if (source === 'all') return sql`select gid from ${table} where workspace = ${param('workspace')}`
    if (source === 'recent')
      return sql`select gid from (select gid from ${table} where workspace = ${param('workspace')}
        order by modified_at desc, gid desc limit ${sql.lit(this.#most)}) latest`
    return filters[source]?.source?.(this.#context(source, param, dialect)) ?? sql``
  }

  /** Conditions are no joins: `is true` keeps PostgreSQL from changing the order of the rows. */
  #conditions(param: ParamFn, dialect: Dialect): RawBuilder<unknown>[] {
    return this.#search.filters.map((filter, at) => sql`(${filter.where(this.#context(at, param, dialect))}) is true`)
  }

  #value(param: ParamFn, dialect: Dialect): RawBuilder<unknown> {
    const { order, by, terms } = this.#search
    if (order.column !== undefined) return sql.ref(`t.${order.column}`)
    if (by === 'likes') return sql`(select count(*) from task_likes k where k.task = t.gid)`
    const scores = Array.from({ length: terms }, (_, at) => termScore(this.#context(at, param, dialect)))
    return scores.length > 0 ? sql`(${sql.join(scores, sql` + `)})` : sql`0`
  }

  #context(at: number, param: ParamFn, dialect: Dialect): FilterContext {
    return { param, dialect, own: name => param(`${at}_${name}`) }
  }

  #page(rows: readonly SearchRow[]): Page {
    const shown = rows.slice(0, this.#limit)
    const last = shown.at(-1)
    return { gids: shown.map(([gid]) => gid), next: rows.length > this.#limit && last ? sortKeyOf(last) : null }
  }

  #run = (name: string, build: Build) => this.#tuples(name, build) as Promise<SearchRow[]>

  #tuples(name: string, build: Build): Promise<unknown[][]> {
    return this.#reader.tuples(statementOf(`${name} ${this.#shape}`, build), this.#values)
  }
}

type Build = (param: ParamFn, dialect: Dialect) => RawBuilder<unknown>

/** Clients choose among many combinations of filters. */
const MAX_STATEMENTS = 500

const statements = new Map<string, Statement<unknown[]>>()

function statementOf(key: string, build: Build): Statement<unknown[]> {
  const known = statements.get(key)
  if (known) return known
  if (statements.size >= MAX_STATEMENTS) statements.clear()
  const fresh = statement<unknown[]>((param, db) => build(param, db.dialect))
  statements.set(key, fresh)
  return fresh
}
