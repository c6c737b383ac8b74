/** Queries for stories: the objects that the text of a system story refers to. */
import { sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'
import { atLeast } from './access.ts'
import { tableOf } from './objects.ts'

export type StoryRow = Tables['stories']

/** An object that a story refers to. */
export interface StoryReference {
  gid: number
  type: Name
  name: string
  /** Only options have a color and can be disabled. */
  color: string | null
  enabled: number | null
}

const types = ['user', 'tag', 'project', 'section', 'task', 'custom_field', 'enum_option', 'attachment'] as const

/** Types without an access check: anyone who can see the task can see the names of its people and tags. */
const UNCHECKED_TYPES: readonly Name[] = ['user', 'tag']

const references: Statement<StoryReference> = statement((param, db) => {
  const parts = types.map(type => {
    const more =
      type === 'enum_option'
        ? sql`t.color as color, t.enabled as enabled`
        : sql`cast(null as text) as color, cast(null as ${sql.raw(db.dialect.types.integer)}) as enabled`
    // Objects in the trash are included: a story describes the past.
    const visible = UNCHECKED_TYPES.includes(type) ? sql`` : sql`and ${atLeast(type, 't', 1, param)}`
    return sql`select t.gid as gid, ${sql.lit(type)} as type, t.name as name, ${more} from ${sql.table(tableOf(type))} as t
      where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))} ${visible}`
  })
  return sql<StoryReference>`${sql.join(parts, sql` union all `)}`
})

/** Those of `gids`, of any type, that one caller can see. */
export const storyReferencesOf = (reader: Reader, me: number, gids: readonly number[]): Promise<StoryReference[]> =>
  reader.all(references, { me, gids: reader.db.dialect.set(gids) })
