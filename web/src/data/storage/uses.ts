/**
 * What pages show: it stays in the browser, and other lists leave it in the order in which they were shown last. A page
 * holds a lock for each thing that it shows, however it ends, so that all pages of the browser know of it.
 */
import type { Gid } from '../records.ts'
import type { StoredList } from './stored_cache.ts'

const PREFIX = 'workloom-shown '

export interface Uses {
  /** Notes that this page shows an object or a list until the returned function is called. */
  use(gid: Gid): () => void
  /** What this page and others of the browser show. */
  shown(): Promise<ReadonlySet<Gid>>
  /** When a list was shown last, in milliseconds since 1970. */
  usedAt(list: Gid): number
  /** Takes over what other pages know of lists. */
  absorb(lists: Readonly<Record<Gid, StoredList>>): void
}

/** `onUse` is called when something is shown. */
export function createUses(now: () => number, onUse: () => void): Uses {
  const counts = new Map<Gid, number>()
  const times = new Map<Gid, number>()
  const count = (gid: Gid, change: number) => {
    const next = (counts.get(gid) ?? 0) + change
    if (next > 0) counts.set(gid, next)
    else counts.delete(gid)
    times.set(gid, now())
  }
  return {
    use: gid => {
      const { promise, resolve } = Promise.withResolvers<void>()
      navigator.locks?.request(PREFIX + gid, { mode: 'shared' }, () => promise).catch(() => {})
      count(gid, 1)
      onUse()
      return () => {
        resolve()
        count(gid, -1)
      }
    },
    shown: async () => {
      const locks = (await navigator.locks?.query())?.held ?? []
      const others = locks.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : []))
      return new Set([...counts.keys(), ...others])
    },
    usedAt: list => times.get(list) ?? 0,
    absorb: lists => {
      for (const [list, { usedAt }] of Object.entries(lists)) {
        if (usedAt > (times.get(list) ?? 0)) times.set(list, usedAt)
      }
    },
  }
}
