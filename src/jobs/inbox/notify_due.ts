/**
 * The job that notifies assignees of tasks that are due today, and of those that became overdue, in the morning of their
 * time zones.
 * Invariant: an assignee is notified once of each date and cause, because one transaction writes the notice and the notification.
 */
import type { Clock } from '../../lib/clock.ts'
import { addDays, localDate } from '../../lib/date.ts'
import { zoneOf } from '../../resources/personal/rules/causes.ts'
import { type NoticeToSend, type NotifyOptions, notify } from '../../resources/personal/rules/notify.ts'
import { tryInsertAll } from '../../store/change.ts'
import type { Store, Writer } from '../../store/db.ts'
import { type DueTask, dueTasks, workspaceGids } from '../../store/queries/inbox/due.ts'
import { PROGRAM } from '../../store/write_queue.ts'
import type { JobKind } from '../worker.ts'

const HOUR_MS = 60 * 60 * 1000
const INTERVAL_MS = HOUR_MS / 2
/** People are notified of the dates of a day from this hour on. */
const MORNING_MS = 7 * HOUR_MS
/** A task that is overdue for more days was overdue before anyone looked, such as before a server that stood still. */
const MAX_OVERDUE_DAYS = 2
/** Tasks that are read at once. */
const BATCH_TASKS = 200
/** A notice is needed for as long as its date is looked at. */
const NOTICE_TTL_MS = 7 * 24 * HOUR_MS

/** The program itself, for which no request waits. */
const BY = { ...PROGRAM, isBackground: true } as const

interface DueOptions extends NotifyOptions {
  store: Store
  clock: Clock
}

export const notifyDue = (options: DueOptions): JobKind => ({
  intervalMs: INTERVAL_MS,
  async perform() {
    for (const workspace of await workspaceGids(options.store.read)) await notifyIn(options, workspace)
    return undefined
  },
})

async function notifyIn({ store, clock, sendsMail }: DueOptions, workspace: number): Promise<void> {
  const morning = clock() - MORNING_MS
  const today = localDate(morning, 'UTC')
  // Somewhere it is a day later or earlier.
  const range = { workspace, from: addDays(today, -MAX_OVERDUE_DAYS - 1), until: addDays(today, 1), limit: BATCH_TASKS }
  for (let after = { due_on: '', gid: 0 }; ; ) {
    const tasks = await dueTasks(store.read, { ...range, after })
    const due = tasks.flatMap(task => announcementOf(task, morning))
    if (due.length > 0) await store.write(tx => announce(tx, workspace, due, { sendsMail }), BY)
    const last = tasks.at(-1)
    if (!last || tasks.length < BATCH_TASKS) return
    after = { due_on: last.due_on, gid: last.gid }
  }
}

interface Announcement {
  task: DueTask
  cause: 'due_today' | 'overdue'
}

/** What the assignee of a task is to be notified of now. */
function announcementOf(task: DueTask, morning: number): Announcement[] {
  const today = localDate(morning, zoneOf(task))
  if (task.due_on === today) return task.is_announced ? [] : [{ task, cause: 'due_today' }]
  const isOverdue = task.due_on < today && task.due_on >= addDays(today, -MAX_OVERDUE_DAYS)
  return isOverdue ? [{ task, cause: 'overdue' }] : []
}

async function announce(tx: Writer, workspace: number, due: readonly Announcement[], options: NotifyOptions) {
  const expires_at = tx.now + NOTICE_TTL_MS
  const rows = due.map(({ task, cause }) => ({ task: task.gid, cause, due_on: task.due_on, expires_at }))
  // The worker of another instance may have announced some.
  const fresh = new Set((await tryInsertAll(tx, 'due_notices', rows)).map(({ task, cause }) => `${task} ${cause}`))
  const notices = due
    .filter(({ task, cause }) => fresh.has(`${task.gid} ${cause}`))
    .map(
      ({ task, cause }): NoticeToSend => ({
        ...{
          user: task.assignee,
          cause,
          resource_type: 'task',
          resource: task.gid,
          story: null,
          actor: null,
          at: tx.now,
        },
      }),
    )
  await notify(tx, workspace, notices, options)
}
