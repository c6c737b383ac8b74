/** The targets of links in rich text: their names, and whether the caller can see them. */
import { sql } from 'kysely'
import { parseGid } from '../../lib/gid.ts'
import type { LinkTarget } from '../../lib/rich_text.ts'
import type { Name } from '../../names.ts'
import type { Reader } from '../db.ts'
import { statement } from '../statement.ts'
import { atLeast } from './access.ts'
import { tableOf, trashable } from './objects.ts'

interface LinkedObject {
  type: Name
  gid: number
  name: string
  accessible: number
}

const linkable: Name[] = ['user', 'task', 'project', 'tag', 'team']

const targets = statement<LinkedObject>((param, db) => {
  const parts = linkable.map(
    type => sql`select ${sql.lit(type)} as type, t.gid as gid, t.name as name,
      case when ${atLeast(type, 't', 1, param)} ${trashable(type) ? sql`and t.deleted_at is null` : sql``}
      then 1 else 0 end as accessible
      from ${sql.table(tableOf(type))} as t where ${db.dialect.isAmong(sql.ref('t.gid'), param('gids'))}`,
  )
  return sql<LinkedObject>`${sql.join(parts, sql` union all `)}`
})

async function find(reader: Reader, me: number, gids: string[]): Promise<LinkedObject[]> {
  const numbers = gids.map(parseGid).filter(gid => gid !== undefined)
  if (numbers.length === 0) return []
  const found = await reader.all(targets, { me, gids: reader.db.dialect.set(numbers) })
  // wire: docs "Rich text": people are mentioned by an at sign and their name
  return found.map(target => (target.type === 'user' ? { ...target, name: `@${target.name}` } : target))
}

/** The caller: a user, and the types that the scopes of the token let them read. */
export interface ScopedReader {
  me: number
  reads(type: Name): boolean
}

/** The links to `gids`, with the access of one caller. */
export async function linksOf(
  reader: Reader,
  { me, reads }: ScopedReader,
  gids: string[],
  publicUrl: string,
): Promise<Map<string, LinkTarget>> {
  const found = await find(reader, me, gids)
  return new Map(
    found.map(({ type, gid, name, accessible }) => [
      String(gid),
      { type, name, href: `${publicUrl}/0/${type}/${gid}`, accessible: accessible === 1 && reads(type) },
    ]),
  )
}

/** The current names of those of `gids` that one caller can see. */
export async function visibleNamesOf(
  reader: Reader,
  { me, reads }: ScopedReader,
  gids: string[],
): Promise<Map<string, string>> {
  const visible = (await find(reader, me, gids)).filter(({ type, accessible }) => accessible === 1 && reads(type))
  return new Map(visible.map(({ gid, name }) => [String(gid), name]))
}
