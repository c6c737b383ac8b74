/** Reads of single records that components start at the same time, as one request. */
import type { Gid } from './records.ts'

type Load = (type: string, gids: readonly Gid[], fields: string) => Promise<void>

/** Collects the reads of one type and selection until the current task of the browser ends, and loads them together. */
export function readTogether(load: Load): (type: string, gid: Gid, fields: string) => Promise<void> {
  const waiting = new Map<string, { gids: Set<Gid>; done: Promise<void> }>()
  return (type, gid, fields) => {
    const key = `${type} ${fields}`
    const known = waiting.get(key)
    if (known) {
      known.gids.add(gid)
      return known.done
    }
    const gids = new Set([gid])
    const done = Promise.resolve().then(() => {
      waiting.delete(key)
      return load(type, [...gids], fields)
    })
    waiting.set(key, { gids, done })
    return done
  }
}
