/** Questions about stories: what a write has to know before it may happen, and what a text of the program speaks of. */
import { sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'
import { atLeast } from './access.ts'
import { tableOf } from './objects.ts'

export type StoryRow = Tables['stories']

/** What a story speaks of, as its reader may know it. */
export interface Spoken {
  gid: number
  type: Name
  name: string
  /** Options alone have these two. */
  color: string | null
  enabled: number | null
}

const types = ['user', 'tag', 'project', 'section', 'task', 'custom_field', 'enum_option'] as const

/** The names of people and tags are shown to whoever sees the task. */
const open: readonly Name[] = ['user', 'tag']

const spoken: Statement<Spoken> = statement((param, db) => {
  const parts = types.map(type => {
    const more =
      type === 'enum_option'
        ? sql`t.color as color, t.enabled as enabled`
        : sql`cast(null as text) as color, cast(null as ${sql.raw(db.dialect.types.integer)}) as enabled`
    // What is in the trash keeps its name for whoever could see it: a story tells what was.
    const seen = open.includes(type) ? sql`` : sql`and ${atLeast(type, 't', 1, param)}`
    return sql`select t.gid as gid, ${sql.lit(type)} as type, t.name as name, ${more} from ${sql.table(tableOf(type))} as t
      where ${db.dialect.among(sql.ref('t.gid'), param('gids'))} ${seen}`
  })
  return sql<Spoken>`${sql.join(parts, sql` union all `)}`
})

/** Those of `gids`, of whatever types, that one reader may see. */
export const spokenOf = (reader: Reader, me: number, gids: readonly number[]): Promise<Spoken[]> =>
  reader.all(spoken, { me, gids: reader.db.dialect.set(gids) })
