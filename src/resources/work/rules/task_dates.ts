/**
 * The four dates of a task are two values in two views each: a day, and optionally a time on it. This computes all four
 * from the input, or refuses it. A pure function of the stored dates, the input, and the time zone of the caller.
 */
import { localDate, parseDate } from '../../../lib/date.ts'
import { invalid, malformed } from '../../../lib/errors.ts'

export interface TaskDates {
  start_on: string | null
  start_at: number | null
  due_on: string | null
  due_at: number | null
}

export const noDates: TaskDates = { start_on: null, start_at: null, due_on: null, due_at: null }

/** The dates after a write. Throws 400 for an invalid combination. */
export function settleDates(before: TaskDates, given: Partial<TaskDates>, timeZone: string): TaskDates {
  mustBeOneView(given.due_on, given.due_at, 'due_on or due_at')
  mustBeOneView(given.start_on, given.start_at, 'start_on or start_at')
  const givesDue = given.due_on !== undefined || given.due_at !== undefined
  const start = resolveView(before.start_on, before.start_at, given.start_on, given.start_at, timeZone)
  const due = resolveView(before.due_on, before.due_at, given.due_on, given.due_at, timeZone)
  // At the ends of the calendar, a time can be on a day that has no valid date.
  if (start.on !== null) parseDate('start_at', start.on)
  if (due.on !== null) parseDate('due_at', due.on)
  const changesStart = start.on !== before.start_on || start.at !== before.start_at
  // wire: exact, recorded by a third party in 2026; the contract asks for the due date also when the start is unset
  if (changesStart && !givesDue) {
    throw start.at === null
      ? malformed("You must provide 'due_on' or 'due_at' when setting 'start_on'.")
      : malformed("You must provide 'due_at' when setting 'start_at'.")
  }
  if (start.on !== null && due.on === null) {
    if (given.start_on || given.start_at)
      throw malformed("You must provide 'due_on' or 'due_at' when setting 'start_on'.")
    return { ...noDates }
  }
  if (start.at !== null && due.at === null) {
    if (given.start_at) throw malformed("You must provide 'due_at' when setting 'start_at'.")
    start.at = null
  }
  mustBeInOrder(start, due)
  return { start_on: start.on, start_at: start.at, due_on: due.on, due_at: due.at }
}

interface DateView {
  on: string | null
  at: number | null
}

type DateInput<T> = T | null | undefined

// wire: forum t/808508
function mustBeOneView(on: DateInput<string>, at: DateInput<number>, names: string) {
  if (typeof on === 'string' && typeof at === 'number') throw malformed(`You may only provide one of ${names}!`)
}

/** A time sets its day in the time zone of the caller; a day clears the time; null for the day clears both. */
function resolveView(
  on: string | null,
  at: number | null,
  givenOn: DateInput<string>,
  givenAt: DateInput<number>,
  timeZone: string,
): DateView {
  if (typeof givenAt === 'number') return { on: localDate(givenAt, timeZone), at: givenAt }
  if (typeof givenOn === 'string') return { on: givenOn, at: null }
  if (givenOn === null) return { on: null, at: null }
  return givenAt === null ? { on, at: null } : { on, at }
}

function mustBeInOrder(start: DateView, due: DateView) {
  if (start.on === null || due.on === null) return
  const late = start.at !== null && due.at !== null ? start.at > due.at : start.on > due.on
  if (late) throw invalid(start.at === null ? 'start_on' : 'start_at', 'Must not be after the due date')
}

// wire: contract
export function mustNotStartMilestone(subtype: string | undefined, { start_on: start }: Pick<TaskDates, 'start_on'>) {
  if (subtype === 'milestone' && start !== null) throw malformed('Milestones cannot have a start date')
}
