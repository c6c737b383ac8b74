/**
 * The stored content of templates. Dates are days relative to one day, which is chosen when the template is
 * instantiated. Pure functions.
 */

import { addDays, formatTimestamp, midnight, parseTimestamp } from '../../../lib/date.ts'
import { ApiError } from '../../../lib/errors.ts'
import type { StoredValue } from '../../fields/rules/values.ts'
import { noDates, settleDates, type TaskDates } from '../../work/rules/task_dates.ts'

const DAY_MS = 86_400_000

/** A date of a template: days after the chosen day, and the time on that day in UTC, such as `13:15:00.000Z`. */
export interface RelativeDate {
  days: number
  time: string | null
}

/** A task of a template. People, tags and fields are gids; a new task is without those that it cannot have. */
export interface TemplateTask {
  name: string
  resource_subtype: string
  notes: string
  html_notes: string | null
  start: RelativeDate | null
  due: RelativeDate | null
  assignee: number | null
  /** The gid of the role whose user is assigned. */
  role: number | null
  followers: number[]
  tags: number[]
  /** Values by the gid of their field. */
  custom_fields: Record<string, StoredValue>
  /** The gids of the attachments that the template keeps for it. Absent for composed tasks. */
  attachments?: number[]
  /** The index of the section of the project; null for a task that is not in it. */
  section: number | null
}

/** What a project gets from its template in addition to its tasks. */
export interface ProjectContent {
  icon: string | null
  default_view: string
  /** The names of the sections, in order. */
  sections: string[]
  /** The gids of the custom fields, in order. */
  custom_fields: number[]
  /** The dates of the project. */
  start: RelativeDate | null
  due: RelativeDate | null
}

/** A date that an instantiation can set. */
export interface DateVariable {
  gid: '1' | '2'
  name: string
  description: string
}

/** A role that an instantiation can give to a user. */
export interface TemplateRole {
  gid: string
  resource_type: 'template_role'
  name: string
}

// wire: contract: gid 1 is the start of the project, gid 2 its due date
export const dateVariables = {
  start: { gid: '1', name: 'Start Date', description: 'Choose a start date for your project.' },
  due: { gid: '2', name: 'Due Date', description: 'Choose a due date for your project.' },
} as const satisfies Record<string, DateVariable>

export type ScheduleFrom = keyof typeof dateVariables

const dayOf = (date: string): number => (midnight(date) ?? 0) / DAY_MS

/** A date of an object relative to a day; its time wins, because a day alone depends on the time zone. */
export function relativeDate(on: string | null, at: number | null, from: string): RelativeDate | null {
  if (at !== null) {
    const text = formatTimestamp(at)
    return { days: dayOf(text.slice(0, 10)) - dayOf(from), time: text.slice(11) }
  }
  return on === null ? null : { days: dayOf(on) - dayOf(from), time: null }
}

/** The members of a task's input for a date: `due_on`, or `due_at` if it has a time. Throws 400 beyond the calendar. */
function dateInput(name: 'start' | 'due', date: RelativeDate | null, from: string): Partial<TaskDates> {
  if (date === null) return {}
  const day = addDays(from, date.days)
  return date.time === null
    ? { [`${name}_on`]: day }
    : { [`${name}_at`]: parseTimestamp(`${name}_at`, `${day}T${date.time}`) }
}

/** A date of a project on the calendar. Throws 400 beyond it. */
export const absoluteDay = (date: RelativeDate | null, from: string): string | null => date && addDays(from, date.days)

type RelativeDates = Pick<TemplateTask, 'start' | 'due'>

/**
 * The dates of a new task. In another time zone than that of the template, a start without a time can be after a due
 * date with one: then the task has no start. Beyond the calendar it has no dates.
 */
export function settleTemplateDates({ start, due }: RelativeDates, from: string, timeZone: string): TaskDates {
  for (const dates of [
    { start, due },
    { start: null, due },
  ]) {
    try {
      const given = { ...dateInput('start', dates.start, from), ...dateInput('due', dates.due, from) }
      return settleDates(noDates, given, timeZone)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return noDates
}

export const blankTask: TemplateTask = {
  ...{ name: '', resource_subtype: 'default_task', notes: '', html_notes: null, start: null, due: null },
  ...{ assignee: null, role: null, followers: [], tags: [], custom_fields: {}, section: null },
}
