/** Groups: the value by which a task is grouped, its title, and its place among the others. */
import { addDays } from '../../text/format.ts'
import type { Gid, WorkRecord } from '../records.ts'
import { type WeekStart, weekStartOf } from './filter.ts'
import { compareNames, nameOf, optionOrder } from './sort.ts'
import { dayIn, fieldValue, type TaskValue } from './values.ts'

/** The group of the tasks without a value: no value is an empty text. */
export const NO_VALUE = ''

export interface Group<T> {
  readonly value: string
  readonly title: string
  readonly items: readonly T[]
}

interface GroupContext {
  readonly today: string
  readonly weekStart?: WeekStart
  get(gid: Gid): WorkRecord | undefined
}

/** The periods of due dates in their order. */
const PERIODS: readonly (readonly [value: string, title: string])[] = [
  ['overdue', 'Overdue'],
  ['today', 'Today'],
  ['tomorrow', 'Tomorrow'],
  ['this_week', 'Later this week'],
  ['next_week', 'Next week'],
  ['later', 'Later'],
  ['earlier', 'Earlier'],
]

const TITLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  due_on: Object.fromEntries(PERIODS),
  completed: { true: 'Completed', false: 'Incomplete' },
  is_blocked: { true: 'Blocked', false: 'Not blocked' },
  resource_subtype: { default_task: 'Task', milestone: 'Milestone', approval: 'Approval', section: 'Section' },
}

const EMPTY_TITLES: Readonly<Record<string, string>> = {
  assignee: 'No assignee',
  due_on: 'No due date',
  projects: 'No project',
  tags: 'No tags',
}

const WEEK_DAYS = 7

/** The day that a task gets in a period; undefined for periods that name no day, such as "Later". */
export function dayOfPeriod(period: string, today: string, weekStart?: WeekStart): string | null | undefined {
  const nextWeek = addDays(weekStartOf(today, weekStart), WEEK_DAYS)
  const lastDay = addDays(nextWeek, -1)
  switch (period) {
    case NO_VALUE:
      return null
    case 'today':
      return today
    case 'tomorrow':
      return addDays(today, 1)
    case 'this_week':
      return lastDay > addDays(today, 1) ? lastDay : undefined
    case 'next_week':
      // On the last day of a week, its first day is tomorrow, which is a group of its own.
      return nextWeek > addDays(today, 1) ? nextWeek : addDays(nextWeek, 1)
    default:
      return undefined
  }
}

function periodOf(value: TaskValue, isCompleted: boolean, { today, weekStart }: GroupContext): string {
  const day = dayIn(value)
  if (day === null) return NO_VALUE
  if (day < today) return isCompleted ? 'earlier' : 'overdue'
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  const nextWeek = addDays(weekStartOf(today, weekStart), WEEK_DAYS)
  if (day < nextWeek) return 'this_week'
  return day < addDays(nextWeek, WEEK_DAYS) ? 'next_week' : 'later'
}

/** The title of an option of a custom field. */
const optionTitle = (field: string, value: string, get: GroupContext['get']): string | undefined =>
  (get(field)?.enum_options as readonly { gid: Gid; name?: string }[] | undefined)?.find(({ gid }) => gid === value)
    ?.name

/** The group of a task: its value, and what the task calls it. */
export interface GroupValue {
  readonly value: string
  readonly name: string
}

const NO_GROUP: GroupValue = { value: NO_VALUE, name: '' }

/** The places of the values of a field; undefined where they are ordered by their names. */
const placesOf = (field: string, { get }: GroupContext): Places =>
  field === 'due_on' ? new Map(PERIODS.map(([value], index) => [value, index])) : optionOrder(field, get)

/** What reads the group of a task. */
export function createGroupOf(field: string, context: GroupContext): (task: WorkRecord) => GroupValue {
  const order = placesOf(field, context)
  return task => groupOf(task, field, order, context)
}

/** The group of a task. A task with several values is in the group of the first one, so that it has one row. */
function groupOf(task: WorkRecord, field: string, order: Places, context: GroupContext): GroupValue {
  const { get } = context
  const value = fieldValue(task, field)
  if (field === 'due_on') return { value: periodOf(value, task.completed === true, context), name: '' }
  if (value.kind === 'choices') {
    const first = value.choices.reduce((a, b) => ((order?.get(b.id) ?? 0) < (order?.get(a.id) ?? 0) ? b : a))
    return { value: first.id, name: nameOf(first, get) }
  }
  if (value.kind === 'text') return { value: value.text, name: value.text }
  if (value.kind === 'number') return { value: String(value.number), name: String(value.number) }
  const day = dayIn(value)
  return day === null ? { value: NO_VALUE, name: '' } : { value: day, name: day }
}

type Places = ReadonlyMap<string, number> | undefined

/** The values of a field that every board shows as columns, so that cards can be dragged there. */
function commonValues(field: string, { get, today, weekStart }: GroupContext): readonly string[] {
  if (field === 'assignee') return [NO_VALUE]
  if (field === 'due_on') {
    const periods = [...PERIODS.map(([value]) => value), NO_VALUE]
    return periods.filter(period => dayOfPeriod(period, today, weekStart) !== undefined)
  }
  const options = get(field)?.enum_options as readonly { gid: Gid; enabled?: boolean }[] | undefined
  return options ? [...options.flatMap(({ gid, enabled }) => (enabled === false ? [] : gid)), NO_VALUE] : []
}

/**
 * The items by the group that was read of each, in the order of the options of the field or by name; those without a
 * value last. With `hasEmptyGroups`, values that no item has are there too, where a field has few of them.
 */
export function groupBy<T extends { readonly group: GroupValue | undefined }>(
  items: readonly T[],
  field: string,
  context: GroupContext,
  hasEmptyGroups = false,
): Group<T>[] {
  const order = placesOf(field, context)
  const groups = new Map<string, { value: string; title: string; items: T[] }>()
  for (const item of items) {
    const { value, name } = item.group ?? NO_GROUP
    const group = groups.get(value)
    if (group) group.items.push(item)
    else groups.set(value, { value, title: titleOf(field, value, name, context), items: [item] })
  }
  for (const value of hasEmptyGroups ? commonValues(field, context) : []) {
    if (!groups.has(value)) groups.set(value, { value, title: titleOf(field, value, '', context), items: [] })
  }
  const place = ({ value }: { value: string }) =>
    value === NO_VALUE ? Number.POSITIVE_INFINITY : (order?.get(value) ?? order?.size ?? 0)
  return [...groups.values()].sort(
    (a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)) || compareNames(a.title, b.title),
  )
}

function titleOf(field: string, value: string, name: string, { get }: GroupContext): string {
  if (value === NO_VALUE) return EMPTY_TITLES[field] ?? 'None'
  return TITLES[field]?.[value] ?? optionTitle(field, value, get) ?? name
}
