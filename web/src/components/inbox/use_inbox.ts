/** The notifications of a filter: those of this browser at once, then those of the server, live and by pages. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CacheReport } from '../../data/cache.ts'
import { useCache, useComputed } from '../../data/hooks.ts'
import {
  type InboxFilter,
  type InboxNotification,
  type InboxRange,
  inboxList,
  isInFilter,
  isSnoozed,
  loadNewest,
  loadOlder,
} from '../../data/inbox.ts'
import type { Gid } from '../../data/records.ts'
import { useSession } from '../session.ts'

/** Changes within this time are read together. */
const DEBOUNCE_MS = 100
/** Rows that stop matching stay this long, so that nothing moves under the pointer. */
const LINGER_MS = 2000

/** Whether a report says that the inbox has changed. */
export const concernsInbox = (report: CacheReport): boolean =>
  report.kind === 'reset' ||
  (report.kind === 'own' && report.kinds.includes('notification')) ||
  (report.kind === 'change' && report.change.resource.resource_type === 'notification')

interface Inbox {
  readonly rows: readonly InboxNotification[]
  readonly isLoaded: boolean
  readonly error: Error | undefined
  /** Reads the next page, unless there is none or it is being read. */
  loadMore(): void
  reload(): void
  /** Shows a row for some time, although its filter no longer does. */
  linger(gid: Gid): void
}

export function useInbox(filter: InboxFilter): Inbox {
  const cache = useCache()
  const list = inboxList(filter)
  const range = useRef<InboxRange | undefined>(undefined)
  const isReading = useRef(false)
  const [end, setEnd] = useState<string>()
  const [error, setError] = useState<Error>()
  const { lingering, linger } = useLinger(filter)

  const read = useCallback(async (load: () => Promise<InboxRange>) => {
    isReading.current = true
    try {
      range.current = await load()
      setEnd(range.current.end)
      setError(undefined)
    } catch (cause) {
      setError(cause as Error)
    } finally {
      isReading.current = false
    }
  }, [])
  const reload = useCallback(() => void read(() => loadNewest(cache, filter, range.current)), [cache, filter, read])
  useEffect(() => {
    range.current = undefined
    setEnd(undefined)
    reload()
    let timer: number | undefined
    const stop = cache.onReport(report => {
      if (!concernsInbox(report)) return
      clearTimeout(timer)
      timer = window.setTimeout(reload, DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache, reload])

  const rows = useComputed(
    () =>
      cache.lists.contents(list).entries.flatMap(({ item, rank }) => {
        const found = cache.records.get(item) as InboxNotification | undefined
        const isShown =
          found && (isInFilter(filter, found) || (lingering.has(item) && !found.archived_at && !isSnoozed(found)))
        return isShown && (end === undefined || rank <= end) ? [found] : []
      }),
    gid => gid.startsWith(`${list}/`) || cache.records.get(gid)?.resource_type === 'notification',
    `${list} ${end} ${[...lingering]}`,
  )
  return {
    ...{ rows, error, reload, linger },
    isLoaded: end !== undefined || rows.length > 0,
    loadMore: () => {
      const known = range.current
      if (known?.next && !isReading.current) void read(() => loadOlder(cache, filter, known))
    },
  }
}

/** Rows that stay for a moment; one with the focus stays until it loses it. */
function useLinger(filter: InboxFilter) {
  const [lingering, setLingering] = useState<ReadonlySet<Gid>>(new Set())
  const timers = useRef(new Set<number>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter keeps nothing
  useEffect(() => {
    setLingering(new Set())
    const all = timers.current
    return () => {
      for (const timer of all) clearTimeout(timer)
      all.clear()
    }
  }, [filter])
  const linger = useCallback((gid: Gid) => {
    setLingering(all => new Set([...all, gid]))
    const release = () => {
      if (document.activeElement?.closest(`[data-notification="${CSS.escape(gid)}"]`)) return wait()
      setLingering(all => new Set([...all].filter(one => one !== gid)))
    }
    const wait = () => void timers.current.add(window.setTimeout(release, LINGER_MS))
    wait()
  }, [])
  return { lingering, linger }
}

function usePresentOrganization() {
  const { workspace } = useCache()
  return useSession().organizations.find(({ gid }) => gid === workspace)
}

/** The number of objects with unread notifications in the workspace on the screen, as the server counts: up to 100. */
export const useUnread = (): number => usePresentOrganization()?.unread ?? 0

/** The longest time that a timer of browsers can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** How often the inbox is read again while the clock of the server is behind the clock of this machine. */
const RETRY_MS = 10_000

/** Reports a change of the inbox when the next snoozed notification is due, which no change of the server announces. */
export function useSnoozeEnd(): void {
  const cache = useCache()
  const until = usePresentOrganization()?.snoozed_until
  useEffect(() => {
    if (!until) return
    let timer: number | undefined
    const wait = (ms: number) => {
      timer = window.setTimeout(check, Math.min(ms, MAX_TIMER_MS))
    }
    const check = () => {
      const rest = Date.parse(until) - Date.now()
      if (rest <= 0) cache.report({ kind: 'own', kinds: ['notification'] })
      wait(rest > 0 ? rest : RETRY_MS)
    }
    check()
    return () => clearTimeout(timer)
  }, [cache, until])
}

const MAX_COUNT = 99

/** The number as badges show it: the server counts no further. */
export const unreadText = (unread: number): string => (unread > MAX_COUNT ? `${MAX_COUNT}+` : String(unread))
