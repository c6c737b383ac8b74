/** The names of people and options, cached: they are few, and the values of many tasks contain them. */
import type { Reader } from '../../db.ts'
import { findRows, type RowSource, type RowsByGid, sourceOf } from './rows.ts'

const namesIn = (table: string, guard: 'user' | null): RowSource =>
  sourceOf({
    ...{ table, guard, trash: false },
    slots: [
      { kind: 'column', column: 'gid' },
      { kind: 'column', column: 'name' },
    ],
  })

const sources = { user: namesIn('users', 'user'), enum_option: namesIn('enum_options', null) }

/** The names of those of `gids` that the caller can see. */
export async function findNames(
  reader: Reader,
  me: number,
  type: keyof typeof sources,
  gids: Iterable<number>,
): Promise<Map<number, string>> {
  const rows: RowsByGid = new Map()
  await findRows(reader, me, sources[type], gids, rows)
  const names = new Map<number, string>()
  for (const [gid, row] of rows) if (row !== null) names.set(gid, row[1] as string)
  return names
}
