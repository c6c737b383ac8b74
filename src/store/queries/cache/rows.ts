/** Cached rows of types that have few objects and many readers. One statement loads all rows that are not cached. */
import type { Reader } from '../../db.ts'
import type { Guard } from '../access.ts'
import { PERSONAL_COLUMNS } from '../columns.ts'
import { type LoadRows, loader, type RowShape, type Slot } from '../select.ts'
import { cachedLevel, findLevels, loadLevels } from './levels.ts'

/**
 * The rows of one shape: the kind under which they are cached, and their loader. A row depends only on its own object.
 */
export interface RowSource {
  kind: string
  load: LoadRows
  /** The access check of an object; null when anyone who can see its owner can see it. */
  guard: Guard | null
}

/** Whether the content of a slot is the same for all callers, and depends on its own row alone. */
export const isSlotCacheable = (slot: Slot): boolean =>
  slot.kind === 'gids' || (slot.kind === 'column' && !PERSONAL_COLUMNS.has(slot.column))

/** Rows by gid. `null` is an object that does not exist or that the caller cannot see. */
export type RowsByGid = Map<number, unknown[] | null>

const sources = new Map<string, RowSource>()
const MAX_SOURCES = 1000

/** The source of a shape; equal shapes share one. */
export function sourceOf({ guard, ...shape }: RowShape): RowSource {
  const kind = JSON.stringify(shape)
  const key = `${guard} ${kind}`
  const known = sources.get(key)
  if (known) return known
  const made: RowSource = { kind, guard, load: loader({ ...shape, guard: null }, 'visible') }
  // Clients choose the shapes, so their number must be limited.
  if (sources.size >= MAX_SOURCES) sources.clear()
  sources.set(key, made)
  return made
}

/** The row of an object, if the row and the caller's level are cached; undefined if not. */
export function cachedVisibleRow(
  reader: Reader,
  me: number,
  { kind, guard }: RowSource,
  gid: number,
): unknown[] | null | undefined {
  const row = reader.cache.get(kind, gid) as unknown[] | null | undefined
  if (row === undefined || row === null || guard === null) return row
  const level = cachedLevel(reader, me, guard, gid)
  return level === undefined ? undefined : level > 0 ? row : null
}

/** Adds the rows of `gids` to `found`. */
export function findRows(
  reader: Reader,
  me: number,
  source: RowSource,
  gids: Iterable<number>,
  found: RowsByGid,
): Promise<void> | undefined {
  const missing: number[] = []
  for (const gid of gids) {
    if (found.has(gid)) continue
    const row = reader.cache.get(source.kind, gid) as unknown[] | null | undefined
    if (row === undefined) missing.push(gid)
    else found.set(gid, row)
  }
  if (missing.length > 0) return loadMissing(reader, me, source, missing, found)
  return source.guard === null ? undefined : hideUnseen(reader, me, source.guard, found)
}

async function loadMissing(
  reader: Reader,
  me: number,
  { kind, load, guard }: RowSource,
  gids: number[],
  found: RowsByGid,
) {
  const since = reader.cache.now()
  for (const gid of gids) found.set(gid, null)
  for (const row of await load(reader, gids, me)) found.set(row[0] as number, row)
  for (const gid of gids) reader.cache.set(kind, gid, found.get(gid) ?? null, [gid], since)
  if (guard === null) return
  // Levels must be loaded after the rows that they protect: an older cached level may not apply to a newer row.
  hide(found, gids, await loadLevels(reader, me, guard, gids))
  await hideUnseen(reader, me, guard, found)
}

/** Replaces the rows of those of `gids` that the caller cannot view by null. */
function hide(found: RowsByGid, gids: readonly number[], levels: Map<number, number>): void {
  for (const gid of gids) if ((levels.get(gid) ?? 0) === 0) found.set(gid, null)
}

function hideUnseen(reader: Reader, me: number, guard: Guard, found: RowsByGid): Promise<void> | undefined {
  const there: number[] = []
  for (const [gid, row] of found) if (row !== null) there.push(gid)
  const levels = findLevels(reader, me, guard, there)
  if (levels instanceof Promise) return levels.then(all => hide(found, there, all))
  hide(found, there, levels)
  return undefined
}
