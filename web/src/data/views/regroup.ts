/** Changing the value by which a view groups: what dragging does where the order is not the manual one. */
import type { Cache } from '../cache.ts'
import {
  changeOf,
  type FieldInput,
  type FieldOption,
  type FieldValue,
  kindOf,
  readOnlyReason,
} from '../custom_fields.ts'
import type { Step } from '../outbox.ts'
import type { Gid } from '../records.ts'
import { type Dates, setDates, setSubtype, type TaskSubtype } from '../task_changes.ts'
import { addTasks, replaceProject } from '../task_moves.ts'
import { setCompleted, setCustomField, setMembers, setProject, setRelation } from '../tasks.ts'
import type { WeekStart } from './filter.ts'
import { dayOfPeriod, NO_VALUE } from './group.ts'

function setDueDay(cache: Cache, task: Gid, due_on: string): Step {
  const { start_on = null } = (cache.records.get(task) ?? {}) as Partial<Dates>
  const start = start_on !== null && start_on <= due_on ? start_on : null
  return setDates(cache, task, { start_on: start, start_at: null, due_on, due_at: null })
}

const NO_DATES: Dates = { start_on: null, start_at: null, due_on: null, due_at: null }

/** Another tag instead of the one by which the task is grouped. Its other tags stay. */
function replaceTag(cache: Cache, task: Gid, from: string, to: Gid | null): Step[] {
  const former = (cache.records.get(task)?.tags ?? []) as readonly Gid[]
  const others = former.filter(gid => gid !== from && gid !== to)
  const removal = from === NO_VALUE ? [] : [setRelation(cache, task, 'tags', from, false)]
  if (to === null) return removal
  // The second step is painted on what the first one leaves.
  const addition = {
    ...setRelation(cache, task, 'tags', to, true),
    patches: [{ gid: task, members: { tags: [...others, to] } }],
  }
  return [...removal, addition]
}

/** Another project instead of the one by which the task is grouped. */
function changeProject(cache: Cache, task: Gid, from: string, to: Gid | null): Step[] {
  if (to === null) return [setProject(cache, task, from, null, false)]
  if (from !== NO_VALUE) return replaceProject(cache, task, from, to)
  return addTasks(cache, [task], {
    project: to,
    section: cache.lists.contents(to).sections[0]?.gid ?? null,
    place: 'bottom',
  })
}

/** The new value of a custom field of a task; undefined where the field does not have it. */
function inputOf(cache: Cache, value: FieldValue, from: string, to: string | null): FieldInput | undefined {
  const kind = kindOf(value)
  const options = (cache.records.get(value.gid)?.enum_options ?? []) as readonly FieldOption[]
  const option = options.find(({ gid, enabled }) => gid === to && enabled !== false)
  const instead = <T extends { gid: Gid }>(present: readonly T[] | undefined, added: T | undefined): T[] => [
    ...(present ?? []).filter(({ gid }) => gid !== from && gid !== to),
    ...(added ? [added] : []),
  ]
  switch (kind) {
    case 'enum':
      return to === null || option ? { kind, option: option ?? null } : undefined
    case 'multi_enum':
      return to === null || option ? { kind, options: instead(value.multi_enum_values, option) } : undefined
    case 'people':
    case 'reference': {
      const present = kind === 'people' ? value.people_value : value.reference_value
      const name = cache.records.get(to ?? '')?.name
      const added = to === null ? undefined : { gid: to, ...(typeof name === 'string' && { name }) }
      return { kind, objects: instead(present, added) }
    }
    case 'number':
      return { kind, number: to === null ? null : Number(to) }
    case 'date':
      return { kind, date: to, dateTime: null }
    case 'text':
      return { kind, text: to ?? '' }
    default:
      return undefined
  }
}

/** The steps that put a task into another group, or the reason why nothing does. */
export type Regrouping =
  | { readonly steps: readonly Step[]; readonly reason: null }
  | { readonly steps: readonly []; readonly reason: string }

const done = (steps: readonly Step[]): Regrouping => ({ steps, reason: null })
const refused = (reason: string): Regrouping => ({ steps: [], reason })

function setCustomValue(cache: Cache, task: Gid, field: Gid, from: string, to: string | null): Regrouping {
  const values = (cache.records.get(task)?.custom_fields ?? []) as readonly FieldValue[]
  const value = values.find(({ gid }) => gid === field)
  if (!value) return refused('The task does not have this field.')
  const reason = readOnlyReason(value)
  if (reason !== null) return refused(reason)
  const input = inputOf(cache, value, from, to)
  if (!input) return refused('This option is archived.')
  return done([setCustomField(cache, task, changeOf(value, input))])
}

/** Why no task can be put into another group of these fields. */
const FIXED: Readonly<Record<string, string>> = {
  is_blocked: 'Dependencies decide whether a task is blocked.',
  created_by: 'The creator of a task cannot be changed.',
  created_at: 'The day of creation cannot be changed.',
  completed_at: 'The day of completion cannot be changed.',
  modified_at: 'The day of the last change cannot be changed.',
  num_likes: 'Likes cannot be changed by moving tasks.',
  start_on: 'Set the start date in the task.',
  name: 'Rename the task instead.',
}

interface GroupChange {
  /** The list on the screen. */
  readonly list: Gid
  readonly field: string
  /** The values of the groups, as the rows of groups name them. */
  readonly from: string
  readonly to: string
  readonly today: string
  readonly weekStart?: WeekStart
  /** The present moment. */
  readonly now: string
}

/** The steps that put a task into another group, or the reason why none can. */
export function regroup(cache: Cache, task: Gid, change: GroupChange): Regrouping {
  const { list, field, from, to, today, weekStart, now } = change
  if (from === to) return done([])
  const value = to === NO_VALUE ? null : to
  const fixed = FIXED[field]
  if (fixed !== undefined) return refused(fixed)
  switch (field) {
    case 'assignee':
      return done([setMembers(cache, task, { assignee: value })])
    case 'completed':
      return done([setCompleted(cache, task, value === 'true', now)])
    case 'due_on': {
      const day = dayOfPeriod(to, today, weekStart)
      if (day === undefined) return refused('This period names no day: set the due date instead.')
      return done([day === null ? setDates(cache, task, NO_DATES) : setDueDay(cache, task, day)])
    }
    case 'tags':
      return done(replaceTag(cache, task, from, value))
    case 'projects':
      if (from === list) return refused('The task would leave this project: use “Move to…”.')
      return done(changeProject(cache, task, from, value))
    case 'resource_subtype':
      if (to === 'section' || from === 'section') return refused('Separators stay what they are.')
      return done(setSubtype(cache, task, to as TaskSubtype))
    default:
      return setCustomValue(cache, task, field, from, value)
  }
}
