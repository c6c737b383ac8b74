/** What people do with notifications. The count of the sidebar follows at once; the server corrects it. */
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCache } from '../../data/hooks.ts'
import {
  archive,
  archiveAll,
  type InboxFilter,
  type InboxNotification,
  markAllRead,
  markRead,
  restoreAll,
  snooze,
} from '../../data/inbox.ts'
import { preferences } from '../../data/preferences.ts'
import { session } from '../../data/queries.ts'
import { useAct } from '../act.ts'
import { useNotice } from '../notices.tsx'
import { untilText } from './snooze_times.ts'

export interface InboxActs {
  setRead(notification: InboxNotification, isRead: boolean): void
  /** Marks a notification read that the person opens. */
  open(notification: InboxNotification): void
  setArchived(notification: InboxNotification, isArchived: boolean): void
  /** Hides a notification until a time. */
  snooze(notification: InboxNotification, until: string): void
  /** `shown` are the loaded rows of the filter. */
  readAll(filter: InboxFilter, shown: readonly InboxNotification[]): Promise<void>
  /** `shown` are the loaded rows of the filter. */
  archiveAll(filter: InboxFilter, shown: readonly InboxNotification[]): Promise<void>
}

export function useInboxActs(): InboxActs {
  const cache = useCache()
  const client = useQueryClient()
  const act = useAct()
  const notify = useNotice()
  return useMemo(() => {
    const count = (by: number) =>
      client.setQueryData(session.queryKey, current => {
        const counted = (one: NonNullable<typeof current>['organizations'][number]) =>
          one.gid === cache.workspace ? { ...one, unread: Math.max(0, one.unread + by) } : one
        return current && { ...current, organizations: current.organizations.map(counted) }
      })
    const orError = async (work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        notify({ text: (error as Error).message, isError: true })
      }
      await client.invalidateQueries({ queryKey: session.queryKey })
    }
    return {
      setRead: (one, isRead) => {
        if ((one.read_at !== null) === isRead) return
        act({ title: isRead ? 'Marked read' : 'Marked unread', steps: [markRead(one, isRead)] }, { isQuiet: true })
        if (one.archived_at === null) count(isRead ? -1 : 1)
      },
      open: one => {
        if (one.read_at !== null) return
        // Opening is no act that anyone would take back.
        const { inverse: _inverse, ...step } = markRead(one, true)
        act({ title: 'Opened', steps: [step] }, { isQuiet: true })
        if (one.archived_at === null) count(-1)
      },
      setArchived: (one, isArchived) => {
        act({ title: isArchived ? 'Notification archived' : 'Moved to the inbox', steps: [archive(one, isArchived)] })
        if (one.read_at === null) count(isArchived ? -1 : 1)
      },
      snooze: (one, until) => {
        act({
          title: `Snoozed until ${untilText(until, new Date(), preferences().time_zone ?? undefined)}`,
          steps: [snooze(one, until)],
        })
        if (one.read_at === null) count(-1)
      },
      readAll: (filter, shown) =>
        orError(async () => {
          const read = await markAllRead(cache, filter, shown)
          notify(read === 1 ? '1 notification marked read' : `${read} notifications marked read`)
        }),
      archiveAll: (filter, shown) =>
        orError(async () => {
          const done = await archiveAll(cache, filter, shown)
          const text = done.count === 1 ? '1 notification archived' : `${done.count} notifications archived`
          const undo = async () => {
            await restoreAll(cache, done)
            notify('Undone')
          }
          notify({ text, undo: () => void orError(undo) })
        }),
    }
  }, [cache, client, act, notify])
}
