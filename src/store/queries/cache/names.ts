/** The names of people and options, cached: they are few, and the values of many tasks contain them. */
import type { Reader } from '../../db.ts'
import { findRows, type RowSource, type RowsByGid, sourceOf } from './rows.ts'

const sourceIn = (table: string, guard: 'user' | null): RowSource =>
  sourceOf({
    ...{ table, guard, trash: false },
    slots: [
      { kind: 'column', column: 'gid' },
      { kind: 'column', column: 'name' },
    ],
  })

const sources = { user: sourceIn('users', 'user'), enum_option: sourceIn('enum_options', null) }

/** The names of those of `gids` that the caller can see. Returns a promise only if one is not cached. */
export function findNames(
  reader: Reader,
  me: number,
  type: keyof typeof sources,
  gids: Iterable<number>,
): Promise<ReadonlyMap<number, string>> | ReadonlyMap<number, string> {
  const rows: RowsByGid = new Map()
  const loading = findRows(reader, me, sources[type], gids, rows)
  return loading ? loading.then(() => namesIn(rows)) : namesIn(rows)
}

function namesIn(rows: RowsByGid): Map<number, string> {
  const names = new Map<number, string>()
  for (const [gid, row] of rows) if (row !== null) names.set(gid, row[1] as string)
  return names
}
