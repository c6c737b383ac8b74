/**
 * Which records are stored together: single ones would take many times as long to write and to read. A record stays in
 * its chunk. So a change writes one chunk, and a list that leaves the browser deletes most of its chunks whole.
 */
import type { Gid, Records, WorkRecord } from '../records.ts'

const CHUNK_RECORDS = 250

/** Chunks as they are stored: their records and, in the same order, how large each is. */
export interface StoredChunks {
  readonly chunks: ReadonlyMap<string, readonly WorkRecord[]>
  readonly sizes: Readonly<Record<string, number>>
}

export interface Chunks {
  /** Notes that records may have changed. */
  note(gids: Iterable<Gid>): void
  /** The chunks to write, each measured: those that changed since they were taken last, or all. An empty one is deleted. */
  take(isWhole: boolean): Iterable<readonly [key: string, records: readonly WorkRecord[]]>
  /** Notes that what was taken last was not written. */
  giveBack(): void
  /** How large each chunk is, in characters of JSON. */
  sizes(): Readonly<Record<string, number>>
  bytes(): number
  /** About how much a record takes: the mean of its chunk. */
  bytesOf(gid: Gid): number
}

/** What exists only in this page is not stored: the outbox has it. */
const isStored = (gid: Gid): boolean => !gid.startsWith('local-')

export function createChunks(records: Records, stored: StoredChunks): Chunks {
  const keyOf = new Map<Gid, string>()
  const gidsOf = new Map<string, Set<Gid>>()
  const sizes = new Map<string, number>(Object.entries(stored.sizes))
  let changed = new Set<string>()
  let taken: Iterable<string> = []
  let last = -1

  const enter = (gid: Gid, key: string): void => {
    keyOf.set(gid, key)
    const gids = gidsOf.get(key)
    if (gids) gids.add(gid)
    else gidsOf.set(key, new Set([gid]))
    last = Math.max(last, Number(key))
  }
  const place = (gid: Gid): string => {
    const size = gidsOf.get(String(last))?.size ?? CHUNK_RECORDS
    const key = String(size < CHUNK_RECORDS ? last : last + 1)
    enter(gid, key)
    return key
  }
  /** Fills chunks anew, so that small ones do not remain for ever. */
  const fill = (): void => {
    for (const map of [keyOf, gidsOf, sizes]) map.clear()
    last = -1
    for (const { gid } of records.confirmedRecords()) if (isStored(gid)) place(gid)
  }
  const write = (key: string): readonly WorkRecord[] => {
    const present = [...(gidsOf.get(key) ?? [])].flatMap(gid => records.confirmed(gid) ?? [])
    if (present.length === 0) sizes.delete(key)
    else sizes.set(key, JSON.stringify(present).length)
    return present
  }

  for (const [key, all] of stored.chunks) for (const { gid } of all) enter(gid, key)
  return {
    note: gids => {
      for (const gid of gids) {
        const key = keyOf.get(gid)
        if (!records.confirmed(gid)) {
          if (key === undefined) continue
          keyOf.delete(gid)
          gidsOf.get(key)?.delete(gid)
          changed.add(key)
        } else if (isStored(gid)) changed.add(key ?? place(gid))
      }
    },
    *take(isWhole) {
      if (isWhole) fill()
      taken = isWhole ? [...gidsOf.keys()] : changed
      changed = new Set()
      for (const key of taken) yield [key, write(key)]
    },
    giveBack: () => {
      for (const key of taken) changed.add(key)
    },
    sizes: () => Object.fromEntries(sizes),
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
    bytesOf: gid => {
      const key = keyOf.get(gid)
      if (key === undefined) return 0
      return (sizes.get(key) ?? 0) / (gidsOf.get(key)?.size || 1)
    },
  }
}
