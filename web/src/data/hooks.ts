/** The cache for React: components read one record or one list, and render again only when it changes. */
import { createContext, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Cache, Connection } from './cache.ts'
import type { ListContents } from './lists.ts'
import type { Access, Show } from './load.ts'
import type { OutboxState } from './outbox.ts'
import type { Gid, WorkRecord } from './records.ts'

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

/**
 * A value that is computed from records, such as the rows of a view. It is computed again when a record changed that
 * `concerns` names, at most once for each rendering.
 */
export function useComputed<T>(compute: () => T, concerns: (gid: Gid) => boolean, key: unknown): T {
  const { records } = useCache()
  const latest = useRef({ compute, concerns })
  latest.current = { compute, concerns }
  const cached = useRef<{ key: unknown; value: T } | undefined>(undefined)
  const subscribe = useCallback(
    (notify: () => void) =>
      records.subscribe(changed => {
        for (const gid of changed) {
          if (!latest.current.concerns(gid)) continue
          cached.current = undefined
          notify()
          return
        }
      }),
    [records],
  )
  return useSyncExternalStore(subscribe, () => {
    if (!cached.current || cached.current.key !== key) cached.current = { key, value: latest.current.compute() }
    return cached.current.value
  })
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
      cache.load(list, show, again).catch((cause: Error) => setError(cause))
    },
    [cache, list, show],
  )
  useEffect(() => load(false), [load])
  const known = useSyncExternalStore(cache.subscribe, () => cache.loaded(list))
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
