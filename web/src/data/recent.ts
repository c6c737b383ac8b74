/** The objects that the person opened last in this browser, newest first, for the command menu. */
import { paneOf } from './addresses.ts'
import type { Cache } from './cache.ts'
import type { Gid } from './records.ts'
import type { FoundType } from './search.ts'

export interface RecentObject {
  readonly gid: Gid
  readonly type: FoundType
}

const KEY = 'recent'
const MAX_RECENT = 20
const SCREEN = /^\/1\/\d+\/(task|project|tag|team|portfolio|goal|person)\/(\d+)/

const loaded = new WeakMap<Cache, readonly RecentObject[]>()

/** The object that an address shows: the task in the pane, or else that of the screen. */
export function objectAt(path: string): RecentObject | undefined {
  const pane = paneOf(path)
  if (pane && /^\d+$/.test(pane)) return { gid: pane, type: 'task' }
  const [, screen, gid] = SCREEN.exec(path) ?? []
  if (!screen || !gid) return undefined
  return { gid, type: screen === 'person' ? 'user' : (screen as FoundType) }
}

/** The recent objects; empty until they are read from the storage. */
export const recentObjects = (cache: Cache): readonly RecentObject[] => loaded.get(cache) ?? []

/** Reads the recent objects of earlier pages. */
export async function loadRecent(cache: Cache): Promise<void> {
  if (loaded.has(cache)) return
  loaded.set(cache, [])
  const stored = (await cache.persistence.state<readonly RecentObject[]>(KEY)) ?? []
  const opened = recentObjects(cache)
  loaded.set(cache, withoutDoubles([...opened, ...stored]))
}

/** Notes that an object was opened. */
export function noteRecent(cache: Cache, object: RecentObject): void {
  const next = withoutDoubles([object, ...recentObjects(cache)])
  loaded.set(cache, next)
  void cache.persistence.setState(KEY, next)
}

const withoutDoubles = (objects: readonly RecentObject[]): readonly RecentObject[] =>
  [...new Map(objects.toReversed().map(one => [one.gid, one])).values()].toReversed().slice(0, MAX_RECENT)
