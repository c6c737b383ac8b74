/** The names of people and options, cached: they are few, and the values of many tasks contain them. */
import type { Reader } from '../../db.ts'
import { cachedVisibleRow, findRows, type RowSource, type RowsByGid, sourceOf } from './rows.ts'

const sourceIn = (table: string, guard: 'user' | null): RowSource =>
  sourceOf({
    ...{ table, guard, trash: false },
    slots: [
      { kind: 'column', column: 'gid' },
      { kind: 'column', column: 'name' },
    ],
  })

const sources = { user: sourceIn('users', 'user'), enum_option: sourceIn('enum_options', null) }

/** The name of an object; null if the caller cannot see it, undefined if it is not cached. */
export function cachedName(
  reader: Reader,
  me: number,
  type: keyof typeof sources,
  gid: number,
): string | null | undefined {
  const visible = cachedVisibleRow(reader, me, sources[type], gid)
  return visible && ((visible.row?.[1] as string | undefined) ?? null)
}

/** The names of those of `gids` that the caller can see. Returns a promise only if one is not cached. */
export function findNames(
  reader: Reader,
  me: number,
  type: keyof typeof sources,
  gids: readonly number[],
): Promise<ReadonlyMap<number, string>> | ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const gid of gids) {
    const name = cachedName(reader, me, type, gid)
    if (name === undefined) return loadNames(reader, me, type, gids)
    if (name !== null) names.set(gid, name)
  }
  return names
}

async function loadNames(
  reader: Reader,
  me: number,
  type: keyof typeof sources,
  gids: readonly number[],
): Promise<Map<number, string>> {
  const rows: RowsByGid = new Map()
  await findRows(reader, me, sources[type], gids, rows)
  const names = new Map<number, string>()
  for (const [gid, row] of rows) if (row !== null) names.set(gid, row[1] as string)
  return names
}
