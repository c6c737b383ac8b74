/** Searches right after a write: the real service finds what was written only later. */
import type { Clock } from '../../lib/clock.ts'
import type { HeldResponse } from '../exchange/held.ts'

const SEARCH_WINDOW_MS = 60_000
const MAX_WRITES = 10_000

export interface RecentWrites {
  /** Records a write of objects. */
  add(gids: readonly string[]): void
  /** Whether there may be a write that a search must not find. */
  readonly isEmpty: boolean
  /** The milliseconds since the last write of an object. */
  age(gid: string): number | undefined
  clear(): void
}

export function createRecentWrites(clock: Clock): RecentWrites {
  const writes = new Map<string, number>()
  return {
    add(gids) {
      for (const gid of gids) {
        writes.delete(gid)
        writes.set(gid, clock())
      }
      for (const oldest of writes.keys()) {
        if (writes.size <= MAX_WRITES) break
        writes.delete(oldest)
      }
    },
    get isEmpty() {
      return writes.size === 0
    },
    age(gid) {
      const at = writes.get(gid)
      return at === undefined ? undefined : clock() - at
    },
    clear: () => writes.clear(),
  }
}

/** Removes what was written within the lag from the response to a search, and returns what S08 says about the rest. */
export function withLag(
  held: HeldResponse,
  writes: RecentWrites,
  lagMs: number,
): { held: HeldResponse; warning: string | undefined } {
  const body = parsed(held.body)
  if (!body) return { held, warning: undefined }
  const age = ({ gid }: { gid?: unknown }) => writes.age(String(gid)) ?? Number.POSITIVE_INFINITY
  const data = body.data.filter(one => lagMs === 0 || age(one) >= lagMs)
  const isRecent = data.some(one => age(one) < SEARCH_WINDOW_MS)
  const warning = isRecent ? 'S08; The search finds what was written less than 60 seconds ago.' : undefined
  const text = data.length < body.data.length ? Buffer.from(JSON.stringify({ ...body, data })) : held.body
  return { held: { ...held, body: text }, warning }
}

function parsed(bytes: Buffer): { data: { gid?: unknown }[] } | undefined {
  try {
    const body = JSON.parse(bytes.toString())
    return Array.isArray(body.data) ? body : undefined
  } catch {
    return undefined
  }
}
