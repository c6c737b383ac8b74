/** The cache for React: components read one record or one list, and render again only when it changes. */
import { createContext, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Cache, Connection } from './cache.ts'
import type { ListContents } from './lists.ts'
import type { Access, Show } from './load.ts'
import type { OutboxState } from './outbox.ts'
import { type Gid, isEqual, type WorkRecord } from './records.ts'
import { isLocal } from './tasks.ts'

export const CacheContext = createContext<Cache | undefined>(undefined)

/** The cache of the workspace on the screen. */
export function useCache(): Cache {
  const cache = useContext(CacheContext)
  if (!cache) throw new Error('There is no cache outside of a workspace.')
  return cache
}

export function useRecord<T extends WorkRecord = WorkRecord>(gid: Gid | null | undefined): T | undefined {
  const { records } = useCache()
  const subscribe = useCallback(
    (notify: () => void) => records.subscribe(changed => void (gid && changed.has(gid) && notify())),
    [records, gid],
  )
  return useSyncExternalStore(subscribe, () => (gid ? (records.get(gid) as T | undefined) : undefined))
}

/** The contents of a list, as far as they are loaded. */
export function useList(list: Gid): ListContents {
  const { records, lists } = useCache()
  return useSyncExternalStore(records.subscribe, () => lists.contents(list))
}

interface Computed<T> {
  readonly key: unknown
  readonly value: T
  readonly version: number
  /** The records that concern the value and changed since. */
  readonly changed: Set<Gid>
}

/**
 * A value that is computed from records, such as the rows of a view. It is computed again when a record changed that
 * `concerns` names, at most once for each rendering. `compute` receives the records that changed since the last time,
 * and nothing where any of them may have.
 */
export function useComputed<T>(
  compute: (changed?: ReadonlySet<Gid>) => T,
  concerns: (gid: Gid) => boolean,
  key: unknown,
): T {
  const { records } = useCache()
  const latest = useRef({ compute, concerns })
  latest.current = { compute, concerns }
  const cached = useRef<Computed<T> | undefined>(undefined)
  const subscribe = useCallback(
    (notify: () => void) => {
      // What changed between the rendering and the subscription is unknown.
      if (cached.current?.version !== records.version()) cached.current = undefined
      return records.subscribe(changed => {
        const concerned = [...changed].filter(latest.current.concerns)
        for (const gid of concerned) cached.current?.changed.add(gid)
        if (concerned.length > 0) notify()
      })
    },
    [records],
  )
  return useSyncExternalStore(subscribe, () => {
    const former = cached.current
    if (former && former.key === key && former.changed.size === 0) return former.value
    const value = latest.current.compute(former?.changed)
    cached.current = { key, value, version: records.version(), changed: new Set() }
    return value
  })
}

/** A value that a component holds, in which new objects get the gids of the server. The same object while it is equal. */
export function useResolved<T>(value: T): T {
  const { outbox } = useCache()
  const former = useRef(value)
  const resolve = (): T => {
    const present = outbox.resolve(value)
    if (!isEqual(present, former.current)) former.current = present
    return former.current
  }
  return useComputed(resolve, isLocal, value)
}

/** Notes that a component shows an object or a list: it stays in this browser. */
export function useShown(gid: Gid): void {
  const { use } = useCache()
  useEffect(() => use(gid), [use, gid])
}

/** What was loaded of a list; undefined while it is not in this browser. */
export function useLoaded(list: Gid): Show | undefined {
  const cache = useCache()
  return useSyncExternalStore(cache.subscribe, () => cache.loaded(list))
}

interface LoadedList extends ListContents {
  /** Whether something of the list can be shown: it was loaded in this browser before, or now. */
  readonly isLoaded: boolean
  readonly error: Error | undefined
  reload(): void
}

/** Loads a list, and returns what is known of it meanwhile. */
export function useLoadedList(list: Gid, show: Show): LoadedList {
  const cache = useCache()
  const [error, setError] = useState<Error>()
  const load = useCallback(
    (again: boolean) => {
      setError(undefined)
      cache.load(list, show, { again }).catch((cause: Error) => setError(cause))
    },
    [cache, list, show],
  )
  useEffect(() => load(false), [load])
  useShown(list)
  const known = useLoaded(list)
  const contents = useList(list)
  const isLoaded = known !== undefined || contents.entries.length > 0
  return { ...contents, isLoaded, error, reload: () => load(true) }
}

/** What the caller may do with an object; `view` until it is known. */
export const useAccess = (gid: Gid): Access => (useRecord(`access/${gid}`)?.level as Access | undefined) ?? 'view'

export function useConnection(): Connection {
  const cache = useCache()
  return useSyncExternalStore(cache.subscribe, cache.connection)
}

export function useOutbox(): OutboxState {
  const { outbox } = useCache()
  return useSyncExternalStore(outbox.subscribe, outbox.state)
}
