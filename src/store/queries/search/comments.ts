/**
 * Comments on tasks by their words, newest first. The work is bounded: the text index has at most some candidates for the
 * longest term, and a comment among them is found if it has all terms.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Term } from '../../../lib/tokens.ts'
import type { Parameters, Reader, Statement } from '../../db.ts'
import type { Dialect } from '../../dialect.ts'
import { type ParamFn, statement } from '../../statement.ts'
import { isVisible, type Page, type PageRow, toPage, type Window } from '../page.ts'

/** The maximum number of texts with the longest term: tasks, comments and values of custom fields. */
const MAX_CANDIDATES = 20_000

export interface CommentSearch {
  workspace: number
  me: number
  /** All of them must be in one comment. */
  terms: readonly Term[]
}

const statements = new Map<string, Statement<PageRow>>()

const wordsOf = ({ tokens }: Term) => tokens.join(' ')

/** A page of the comments that the caller can see. */
export async function commentsByWords(
  reader: Reader,
  { workspace, me, terms }: CommentSearch,
  { limit, after }: Window,
): Promise<Page> {
  const [longest] = terms.toSorted((a, b) => wordsOf(b).length - wordsOf(a).length)
  if (!longest) return { gids: [], next: null }
  const { dialect } = reader.db
  const values: Parameters = {
    ...{ me, limit: limit + 1, query: dialect.wordQuery(workspace, longest.tokens, longest.isPrefix) },
    ...Object.fromEntries(terms.map((term, at) => [`part${at}`, ` ${wordsOf(term)}${term.isPrefix ? '' : ' '}`])),
    ...Object.fromEntries((after ?? []).map((part, at) => [`after${at}`, part])),
  }
  const key = `${terms.length} ${after !== null}`
  const known =
    statements.get(key) ?? statement((param, db) => comments(terms.length, after !== null, param, db.dialect))
  statements.set(key, known)
  return toPage(await reader.tuples(known, values), limit)
}

function comments(terms: number, isContinued: boolean, param: ParamFn, dialect: Dialect): RawBuilder<PageRow> {
  const allWords = sql`' ' || x.body || ' '`
  const hasAll = Array.from({ length: terms }, (_, at) => dialect.contains(allWords, param(`part${at}`)))
  const start = isContinued ? [sql`(s.created_at, s.gid) < (${param('after0')}, ${param('after1')})`] : []
  const conditions = [
    ...[sql`x.gid = c.gid`, sql`s.gid = x.gid`, sql`s.type = 'comment'`, sql`s.deleted_at is null`],
    ...hasAll,
    ...start,
  ]
  // The check runs in the order of the rows, until the page is full.
  return sql<PageRow>`select t.gid, t.created_at, t.gid from (
      select s.gid, s.target, s.created_at
      from (select gid from (${dialect.textsWith(param('query'))}) n limit ${sql.lit(MAX_CANDIDATES)}) c
      cross join search_texts x cross join stories s where ${sql.join(conditions, sql` and `)}
      order by s.created_at desc, s.gid desc limit ${sql.lit(MAX_CANDIDATES)}) t
    where ${isVisible('story', 't', param)} ${dialect.limit(param('limit'))}`
}
