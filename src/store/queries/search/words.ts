/**
 * Terms of a text search as filters. The condition compares the stored words themselves; the index of the engine only
 * finds candidates. So both engines find the same objects, and phrases need no positions in the index.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Term } from '../../../lib/tokens.ts'
import type { Dialect } from '../../dialect.ts'
import { atLeast } from '../access.ts'
import type { FilterContext, SearchFilter } from './filter.ts'

/** The words of a text at `x`, each between blanks. No phrase spans title and body, which two blanks separate. */
const allWords = sql`' ' || x.title || '  ' || x.body || ' '`
const titleWords = sql`' ' || x.title || ' '`

/** A value of a custom field is found only by those who can see the field. */
const isReadable = ({ param }: FilterContext) => sql`(x.custom_field is null or exists (
  select 1 from custom_fields f where f.gid = x.custom_field and f.deleted_at is null
  and ${atLeast('custom_field', 'f', 1, param)}))`

/**
 * The texts of an object at `t`: its own, which has its gid, and those of its comments and values. The index of the column
 * `object` has only the others, since most texts are of their object itself.
 */
const textsOfObject = sql`(select * from search_texts where gid = t.gid
  union all select * from search_texts where object = t.gid and object <> gid) x`

/** A term, and where it can be: with `title`, only in names. */
export function termFilter({ tokens, isPrefix }: Term, workspace: number, dialect: Dialect): SearchFilter {
  const words = tokens.join(' ')
  const matching = ({ own }: FilterContext) => sql`select x.object as gid from search_texts x
    where x.gid in (${dialect.textsWith(own('query'))})`
  return {
    shape: 'term',
    values: {
      part: ` ${words}${isPrefix ? '' : ' '}`,
      whole: ` ${words} `,
      query: dialect.wordQuery(workspace, tokens, isPrefix),
      exact: dialect.wordQuery(workspace, tokens, false),
    },
    where: context => sql`exists (select 1 from ${textsOfObject}
      where ${dialect.contains(allWords, context.own('part'))} and ${isReadable(context)})`,
    source: matching,
  }
}

/** Weights of a term. */
const SCORES = { name: 8, startOfName: 4, text: 2, startOfText: 1 } as const

/**
 * The relevance of an object for a term: its best text counts. A whole word counts more than its beginning, and the name
 * more than other texts.
 */
export const termScore = (context: FilterContext): RawBuilder<number> => {
  const { dialect, own } = context
  const weights = sql`case
    when ${dialect.contains(titleWords, own('whole'))} then ${sql.lit(SCORES.name)}
    when ${dialect.contains(titleWords, own('part'))} then ${sql.lit(SCORES.startOfName)}
    when ${dialect.contains(allWords, own('whole'))} then ${sql.lit(SCORES.text)}
    when ${dialect.contains(allWords, own('part'))} then ${sql.lit(SCORES.startOfText)} else 0 end`
  return sql`coalesce((select max(${weights}) from ${textsOfObject} where ${isReadable(context)}), 0)`
}
