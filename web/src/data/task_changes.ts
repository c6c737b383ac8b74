/** Further verbs of tasks: the fields whose calls differ from what is shown, and the place of a task below another one. */
import type { DueDates } from '../text/format.ts'
import type { Cache } from './cache.ts'
import { type Entry, entryGid, entryPatch, type Place, removeEntry } from './lists.ts'
import type { Step } from './outbox.ts'
import type { Gid, Patch } from './records.ts'
import { setMembers } from './tasks.ts'

const API = '/api/1.0'

/** The four dates of a record. */
export type Dates = Required<{ [member in keyof DueDates]: string | null }>

/** The dates as a call takes them: a day or a moment of each end, and an end that stays empty is left out. */
function sentDates(to: Dates, from: Dates): Record<string, string | null> {
  const due: Record<string, string | null> = to.due_at ? { due_at: to.due_at } : { due_on: to.due_on }
  // The server accepts the time of a start only next to the time of the due date.
  if (to.start_at && to.due_at) return { ...due, start_at: to.start_at }
  return to.start_on || from.start_on ? { ...due, start_on: to.start_on } : due
}

/** Sets all dates of a task. A start needs a due date, and milestones have no start. */
export function setDates(cache: Cache, task: Gid, dates: Dates): Step {
  const record = cache.records.get(task)
  const member = (name: keyof Dates) => (record?.[name] ?? null) as string | null
  const former = {
    ...{ start_on: member('start_on'), start_at: member('start_at') },
    ...{ due_on: member('due_on'), due_at: member('due_at') },
  }
  const hasStart = dates.due_on !== null && record?.resource_subtype !== 'milestone'
  const next = hasStart ? dates : { ...dates, start_on: null, start_at: null }
  const step = (to: Dates, from: Dates): Step => ({
    subject: task,
    patches: [{ gid: task, members: { ...to } }],
    call: { method: 'PUT', path: `${API}/tasks/${task}`, data: sentDates(to, from) },
  })
  return { ...step(next, former), inverse: step(former, next) }
}

export const setLiked = (cache: Cache, task: Gid, liked: boolean): Step => {
  const count = Number(cache.records.get(task)?.num_likes ?? 0)
  return setMembers(cache, task, { liked, num_likes: Math.max(0, count + (liked ? 1 : -1)) }, { liked })
}

export type ApprovalStatus = 'pending' | 'approved' | 'changes_requested' | 'rejected'

/** Decides an approval. Every status but `pending` completes the task. */
export const setApproval = (cache: Cache, task: Gid, approval_status: ApprovalStatus): Step =>
  setMembers(cache, task, { approval_status, completed: approval_status !== 'pending' }, { approval_status })

export type TaskSubtype = 'default_task' | 'milestone' | 'approval'

/** Changes the type of a task. A milestone loses its start date, and a new approval has the status of the task. */
export function setSubtype(cache: Cache, task: Gid, resource_subtype: TaskSubtype): Step[] {
  const record = cache.records.get(task)
  const approval = record?.completed === true ? 'approved' : 'pending'
  const shown = { resource_subtype, approval_status: resource_subtype === 'approval' ? approval : null }
  const type = setMembers(cache, task, shown, { resource_subtype })
  if (resource_subtype !== 'milestone' || !record?.start_on) return [type]
  const dates = { due_on: (record.due_on ?? null) as string | null, due_at: (record.due_at ?? null) as string | null }
  return [setDates(cache, task, { ...dates, start_on: null, start_at: null }), type]
}

/** Makes a task a subtask of another one, at a place among its subtasks; with null a subtask of none. */
export function setParent(cache: Cache, task: Gid, parent: Gid | null, place: Place = 'bottom'): Step {
  const { records, lists } = cache
  const former = (records.get(task)?.parent ?? null) as Gid | null
  const entry = former ? (records.get(entryGid(former, task)) as Entry | undefined) : undefined
  const before = former ? lists.neighbour(former, task, -1) : null
  const after = former ? lists.neighbour(former, task, 1) : null
  const subtasks = parent ? lists.contents(parent).entries.filter(({ item }) => item !== task) : []
  const first = subtasks[0]?.item
  const last = subtasks.at(-1)?.item
  const anchor =
    typeof place === 'object'
      ? 'after' in place
        ? { insert_after: place.after }
        : { insert_before: place.before }
      : place === 'top'
        ? first && { insert_before: first }
        : last && { insert_after: last }
  const formerAnchor = before ? { insert_after: before } : after ? { insert_before: after } : undefined
  const countOf = (gid: Gid) => Number(records.get(gid)?.num_subtasks ?? 0)
  /** The counts of both parents while the task is at one of them. */
  const countsAt = (at: Gid | null): Patch[] =>
    [former, parent].flatMap(gid => {
      if (gid === null || former === parent || !records.get(gid)) return []
      const others = countOf(gid) - (gid === former ? 1 : 0)
      return { gid, members: { num_subtasks: others + (gid === at ? 1 : 0) } }
    })
  const step = (from: Gid | null, to: Gid | null, rank: string, neighbour: object | undefined): Step => {
    const entries: Patch[] = [
      ...(from && from !== to ? [removeEntry(from, task)] : []),
      ...(to ? [entryPatch(to, task, null, rank)] : []),
    ]
    return {
      subject: task,
      patches: [{ gid: task, members: { parent: to } }, ...entries, ...countsAt(to)],
      call: {
        method: 'POST',
        path: `${API}/tasks/${task}/setParent`,
        data: { parent: to, ...(to ? neighbour : undefined) },
      },
    }
  }
  const rank = parent ? lists.rankAt(parent, null, place) : ''
  return {
    ...step(former, parent, rank, anchor || undefined),
    inverse: step(parent, former, entry?.rank ?? '', formerAnchor),
  }
}
