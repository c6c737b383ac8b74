/** The objects that the person opened last in this browser, newest first, for the command menu. */
import { paneOf } from './addresses.ts'
import type { Cache } from './cache.ts'
import { RECENT } from './persistence.ts'
import type { Gid } from './records.ts'
import type { FoundType } from './search.ts'

export interface RecentObject {
  readonly gid: Gid
  readonly type: FoundType
}

const MAX_RECENT = 20
const SCREEN = /^\/1\/\d+\/(task|project|tag|team|portfolio|goal|person)\/(\d+)/

interface Recent {
  objects: readonly RecentObject[]
  readonly listeners: Set<() => void>
  /** Settled when the objects of earlier pages are among them. */
  read: Promise<void>
}

const recents = new WeakMap<Cache, Recent>()
const NONE: readonly RecentObject[] = []

/** The object that an address shows: the task in the pane, or else that of the screen. */
export function objectAt(path: string): RecentObject | undefined {
  const pane = paneOf(path)
  if (pane && /^\d+$/.test(pane)) return { gid: pane, type: 'task' }
  const [, screen, gid] = SCREEN.exec(path) ?? []
  if (!screen || !gid) return undefined
  return { gid, type: screen === 'person' ? 'user' : (screen as FoundType) }
}

/** The recent objects of this page, and of earlier ones as soon as they are read from the storage. */
export const recentObjects = (cache: Cache): readonly RecentObject[] => recents.get(cache)?.objects ?? NONE

/** Calls a listener when the recent objects change; returns what ends it. */
export function subscribeRecent(cache: Cache, listener: () => void): () => void {
  const { listeners } = recentOf(cache)
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes that an object was opened; without one, only reads those of earlier pages. */
export async function noteRecent(cache: Cache, object?: RecentObject): Promise<void> {
  const recent = recentOf(cache)
  if (object) put(recent, [object, ...recent.objects])
  await recent.read
  if (object) await cache.persistence.setState(RECENT, recent.objects)
}

function recentOf(cache: Cache): Recent {
  const known = recents.get(cache)
  if (known) return known
  const recent: Recent = { objects: NONE, listeners: new Set(), read: Promise.resolve() }
  recents.set(cache, recent)
  recent.read = readStored(cache, recent)
  return recent
}

async function readStored(cache: Cache, recent: Recent): Promise<void> {
  const stored = (await cache.persistence.state<readonly RecentObject[]>(RECENT)) ?? []
  put(recent, [...recent.objects, ...stored])
  // The menu shows their names.
  for (const { gid, type } of stored) if (!cache.records.get(gid)) cache.refresh(type, gid)
}

function put(recent: Recent, objects: readonly RecentObject[]): void {
  recent.objects = withoutDoubles(objects)
  for (const listener of recent.listeners) listener()
}

const withoutDoubles = (objects: readonly RecentObject[]): readonly RecentObject[] =>
  [...new Map(objects.toReversed().map(one => [one.gid, one])).values()].toReversed().slice(0, MAX_RECENT)
