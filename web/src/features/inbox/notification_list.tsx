/** The notifications of a filter. Only the visible rows are in the document, and older ones are read while scrolling. */
import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useCommands } from '../../components/commands.ts'
import { afterOverlay } from '../../components/focus.ts'
import { NotificationRow } from '../../components/inbox/notification_row.tsx'
import type { useInbox } from '../../components/inbox/use_inbox.ts'
import type { InboxActs } from '../../components/inbox/use_inbox_acts.ts'
import type { InboxNotification } from '../../data/inbox.ts'
import { preferences } from '../../data/preferences.ts'
import type { Gid } from '../../data/records.ts'
import { letterOf } from '../../text/keys.ts'

const ROW_PX = 61
const OVERSCAN_ROWS = 8
/** The next page is read when this many rows are left. */
const AHEAD_ROWS = 30

interface Props {
  inbox: ReturnType<typeof useInbox>
  acts: InboxActs
  /** The path of the screen, and its query. */
  screen: string
  query: string
}

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-notification]') : null

export function NotificationList({ inbox, acts, screen, query }: Props) {
  const { rows, loadMore, linger } = inbox
  const scroller = useRef<HTMLDivElement>(null)
  const place = useCurrentRow(scroller, rows)
  const { index: current } = place
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, overscan, count }: Range) => {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
      // The row with the focus stays in the document.
      if (current < 0 || current >= count || (current >= from && current <= to)) return shown
      return current < from ? [current, ...shown] : [...shown, current]
    },
    [current],
  )
  // The same function for the same rows: the virtual list computes all of its places anew for another one.
  const getItemKey = useCallback((index: number) => rows[index]?.gid ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - AHEAD_ROWS) loadMore()
  })
  const move = (to: number) => {
    const index = Math.max(0, Math.min(rows.length - 1, to))
    virtual.scrollToIndex(index)
    place.focus(index)
  }
  const listActs = useListActs({ acts, rows, linger, focus: place.focus })
  useRowCommands(rows[current], listActs, scroller)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
    if (ctrlKey || metaKey || altKey || shiftKey || event.nativeEvent.isComposing || !rowOf(event.target)) return
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 },
      ...(preferences().shortcuts && { j: current + 1, k: current - 1 }),
    }
    const to = steps[letterOf({ key, code }) || key]
    if (to === undefined) return
    event.preventDefault()
    move(to)
  }
  return (
    <div className="inbox-scroller" ref={scroller}>
      <ul
        aria-label="Notifications"
        className="inbox-list"
        style={{ blockSize: virtual.getTotalSize() }}
        onFocus={({ target }) => place.onFocus(rowOf(target)?.dataset.notification)}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, start }) => {
          const notification = rows[index]
          if (!notification) return null
          return (
            <NotificationRow
              key={notification.gid}
              ref={virtual.measureElement}
              notification={notification}
              acts={listActs}
              screen={screen}
              query={query}
              place={{ index, count: rows.length, style: { transform: `translateY(${start}px)` } }}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** The row with the focus, or the one that had it last. */
function useCurrentRow(scroller: React.RefObject<HTMLElement | null>, rows: readonly InboxNotification[]) {
  const [gid, setGid] = useState<Gid>()
  const [request, setRequest] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a request moves the focus
  useLayoutEffect(() => {
    if (request > 0 && gid) scroller.current?.querySelector<HTMLElement>(`[data-notification="${gid}"] a`)?.focus()
  }, [request])
  const latest = useRef(rows)
  latest.current = rows
  const focus = useCallback((index: number) => {
    setGid(latest.current[index]?.gid)
    setRequest(count => count + 1)
  }, [])
  return {
    index: useMemo(() => rows.findIndex(one => one.gid === gid), [rows, gid]),
    onFocus: (focused: Gid | undefined) => focused && setGid(focused),
    focus,
  }
}

interface ListActsOptions {
  acts: InboxActs
  rows: readonly InboxNotification[]
  linger(gid: Gid): void
  focus(index: number): void
}

/** The acts of a row in the list: archiving and snoozing move on to the next row, and a read row stays for a moment. */
function useListActs({ acts, rows, linger, focus }: ListActsOptions) {
  const latest = useRef(rows)
  latest.current = rows
  return useMemo(() => {
    const indexOf = ({ gid }: InboxNotification) => latest.current.findIndex(one => one.gid === gid)
    return {
      open: (one: InboxNotification) => {
        linger(one.gid)
        acts.open(one)
      },
      setRead: (one: InboxNotification, isRead: boolean) => {
        linger(one.gid)
        acts.setRead(one, isRead)
      },
      setArchived: (one: InboxNotification, isArchived: boolean) => {
        const index = indexOf(one)
        const next = index + 1 < latest.current.length ? index + 1 : index - 1
        acts.setArchived(one, isArchived)
        if (next >= 0) focus(next)
      },
      snooze: (one: InboxNotification, until: string) => {
        const index = indexOf(one)
        acts.snooze(one, until)
        // The menu keeps the focus until it is closed.
        afterOverlay(() => focus(Math.min(index, latest.current.length - 1)))
      },
    }
  }, [acts, linger, focus])
}

function useRowCommands(
  current: InboxNotification | undefined,
  acts: ReturnType<typeof useListActs>,
  scroller: React.RefObject<HTMLElement | null>,
): void {
  // In the pane, the keys act on the task.
  const when = () => current !== undefined && !document.activeElement?.closest('.pane')
  const isArchived = current !== undefined && current.archived_at !== null
  const isUnread = current !== undefined && current.read_at === null
  useCommands([
    {
      ...({ id: 'archive_notification', group: 'Selection', keys: ['E'], when } as const),
      title: isArchived ? 'Move to inbox' : 'Archive notification',
      run: () => current && acts.setArchived(current, !isArchived),
    },
    {
      ...({ id: 'snooze_notification', group: 'Selection', keys: ['H'] } as const),
      title: 'Snooze notification',
      when: () => when() && !isArchived,
      run: () =>
        scroller.current
          ?.querySelector<HTMLElement>(`[data-notification="${current?.gid}"] [aria-haspopup="menu"]`)
          ?.click(),
    },
    {
      ...({ id: 'read_notification', group: 'Selection', keys: ['Shift+R'], when } as const),
      title: isUnread ? 'Mark read' : 'Mark unread',
      run: () => current && acts.setRead(current, isUnread),
    },
  ])
}
