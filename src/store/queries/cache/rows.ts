/** Cached rows of types that have few objects and many readers. One statement loads all rows that are not cached. */
import type { Reader } from '../../db.ts'
import type { Guard } from '../access.ts'
import { PERSONAL_COLUMNS } from '../columns.ts'
import { type LoadRows, loader } from '../selection/select.ts'
import type { RowShape, Slot } from '../selection/shape.ts'
import { cachedDependentLevel, findLevels, loadLevels } from './levels.ts'

/** The rows of one shape. A row depends only on its own object. */
export interface RowSource {
  /** The kind of cached rows. */
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

/** The row of an object as one caller sees it. */
export interface VisibleRow {
  /** Null if the object does not exist or the caller cannot see it. */
  row: unknown[] | null
  /** The objects on which that depends. */
  on: readonly number[]
}

/** The row of an object as the caller sees it; undefined if the row or the caller's level is not cached. */
export function cachedVisibleRow(
  reader: Reader,
  me: number,
  { kind, guard }: RowSource,
  gid: number,
): VisibleRow | undefined {
  const row = reader.cache.get(kind, gid) as unknown[] | null | undefined
  if (row === undefined) return undefined
  if (row === null || guard === null) return { row, on: [gid] }
  const level = cachedDependentLevel(reader, me, guard, gid)
  if (level === undefined) return undefined
  return { row: level.value > 0 ? row : null, on: level.on }
}

/** Adds the rows of `gids` to `found`. Returns a promise only if a row or a level is not cached. */
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
    const visible = cachedVisibleRow(reader, me, source, gid)
    if (!visible) missing.push(gid)
    found.set(gid, visible?.row ?? null)
  }
  return missing.length > 0 ? loadMissing(reader, me, source, missing, found) : undefined
}

async function loadMissing(
  reader: Reader,
  me: number,
  { kind, load, guard }: RowSource,
  gids: number[],
  found: RowsByGid,
) {
  const since = reader.cache.now()
  const absent: number[] = []
  for (const gid of gids) {
    const row = reader.cache.get(kind, gid) as unknown[] | null | undefined
    if (row === undefined) absent.push(gid)
    found.set(gid, row ?? null)
  }
  if (absent.length > 0) {
    for (const row of await load(reader, absent, me)) found.set(row[0] as number, row)
    for (const gid of absent) reader.cache.set(kind, gid, found.get(gid) ?? null, [gid], since)
  }
  if (guard === null) return
  // Levels must be loaded after the rows that they protect: an older cached level may not apply to a newer row.
  const levels = await (absent.length > 0 ? loadLevels : findLevels)(reader, me, guard, gids)
  for (const gid of gids) if ((levels.get(gid) ?? 0) === 0) found.set(gid, null)
}
