/**
 * Views: pure functions from a list and the state of a view to the rows on the screen. Layouts, saved views and the query
 * of the address share the state.
 */
import type { ListContents } from './lists.ts'
import type { Show } from './load.ts'
import type { Gid, WorkRecord } from './records.ts'
import { type Filter, isActive, matcher, type WeekStart } from './views/filter.ts'
import { createGroupOf, type GroupValue, groupBy } from './views/group.ts'
import { createSortKeys, type SortKey, sortByKeys } from './views/sort.ts'

/** A column of a view. A pinned one stays next to the name while the others scroll. */
export interface ViewColumn {
  readonly field: string
  /** Pixels. */
  readonly width?: number
  readonly is_pinned?: true
}

export interface ViewState {
  readonly show: Show
  readonly filters: readonly Filter[]
  readonly match: 'all' | 'any'
  /** Fields, with `-` before those in descending order; at most three. Empty is the manual order. */
  readonly sort: readonly string[]
  /** The field of the groups; null groups by section. */
  readonly group: string | null
  /** The columns in their order; null shows the default ones. */
  readonly columns: readonly ViewColumn[] | null
}

export const DEFAULT_VIEW: ViewState = {
  ...{ show: 'incomplete', filters: [], match: 'all', sort: [], group: null, columns: null },
}

/** A row of a list: a section, or a value while grouped, a task, or the place to add one at the end of a section. */
export interface ViewRow {
  /** The gid of a task or section; of a group `group:{value}`; of a place to add `add:{section}`. */
  readonly gid: Gid
  readonly kind: 'section' | 'group' | 'task' | 'add'
  readonly level: number
  /** The section of a task, or of a place to add one. */
  readonly section: Gid | null
  /** The task of which this row is a subtask. */
  readonly parent: Gid | null
  /** Of sections and groups: the number of tasks, and whether they are shown. Of tasks: whether subtasks are. */
  readonly count?: number
  readonly isExpanded?: boolean
  readonly title?: string
}

export interface ViewContext {
  readonly contents: ListContents
  get(gid: Gid): WorkRecord | undefined
  /** The subtasks of an expanded task, in their order. */
  subtasks(task: Gid): readonly Gid[]
  readonly isCollapsed: (gid: Gid) => boolean
  readonly isExpanded: (task: Gid) => boolean
  /** A task that gets a subtask: it is expanded, also if it has none yet. */
  readonly growing?: Gid | undefined
  /** Whether tasks can be added. */
  readonly canAdd: boolean
  /** Whether groups without a task are shown, where the field has few values: as columns of a board. */
  readonly hasEmptyGroups?: boolean
  /** Whether a task is shown although no filter matches it, such as one that was just added here. */
  readonly isKept?: (task: Gid) => boolean
  /** The person whose app this is, and the day in their time zone, for filters such as "me" and "this week". */
  readonly user: Gid
  readonly today: string
  /** The first day of weeks, as the person prefers it. */
  readonly weekStart?: WeekStart
}

/** Whether a view shows a task of this completion. */
export const isShown = ({ completed }: WorkRecord, show: Show): boolean =>
  show === 'all' || (completed === true) === (show === 'completed')

/** What a view reads of one task. */
export interface ViewReader {
  isShown(task: WorkRecord): boolean
  /** What the task is sorted by. */
  keys(task: WorkRecord): readonly SortKey[]
  /** The group of the task; undefined while the view groups by section. */
  group(task: WorkRecord): GroupValue | undefined
}

/** The reader of a view. `get` finds what tasks refer to: people, tags, fields. */
export function createReader(view: ViewState, context: ViewContext): ViewReader {
  const matches = matcher(view.filters, view.match, context)
  const groupOf = view.group === null ? undefined : createGroupOf(view.group, context)
  return {
    isShown: task => isShown(task, view.show) && matches(task),
    keys: createSortKeys(view.sort, context.get),
    group: task => groupOf?.(task),
  }
}

/** A task that a view shows. */
export interface ShownTask {
  readonly section: Gid | null
  readonly group: GroupValue | undefined
  readonly row: ViewRow
}

/** The rows of a view: the sections or groups, and the tasks in them. */
export function arrange(view: ViewState, context: ViewContext): ViewRow[] {
  const reader = createReader(view, context)
  const keys: (readonly SortKey[])[] = []
  const shown = context.contents.entries.flatMap(({ item, section }): ShownTask[] => {
    const task = context.get(item)
    if (!task || !(reader.isShown(task) || context.isKept?.(item))) return []
    keys.push(reader.keys(task))
    return [{ section, group: reader.group(task), row: taskRow(task, { level: 2, section, parent: null }, context) }]
  })
  return rowsOf(view, view.sort.length > 0 ? sortByKeys(shown, keys, view.sort) : shown, context)
}

/** The rows of the tasks that a view shows, in its order. */
export function rowsOf(view: ViewState, shown: readonly ShownTask[], context: ViewContext): ViewRow[] {
  const rows = view.group === null ? sectionRows(shown, context) : groupRows(shown, view.group, context)
  return rows.some(({ parent }) => parent !== null) ? withoutRepeated(rows) : rows
}

/** A subtask that is also in the list itself has one row only. */
function withoutRepeated(rows: readonly ViewRow[]): ViewRow[] {
  const seen = new Set<Gid>()
  return rows.filter(({ gid }) => !seen.has(gid) && seen.add(gid))
}

function sectionRows(shown: readonly ShownTask[], context: ViewContext): ViewRow[] {
  const rows: ViewRow[] = []
  const bySection = Map.groupBy(shown, ({ section }) => section)
  const addTasks = (tasks: readonly ShownTask[], section: Gid | null) => {
    for (const { row } of tasks) pushTask(rows, row, context)
    if (context.canAdd) rows.push({ gid: `add:${section ?? ''}`, kind: 'add', level: 2, section, parent: null })
  }
  const loose = bySection.get(null)
  if (loose) addTasks(loose, null)
  for (const { gid, name } of context.contents.sections) {
    const tasks = bySection.get(gid) ?? []
    const isExpanded = !context.isCollapsed(gid)
    const count = tasks.length
    rows.push({ gid, kind: 'section', level: 1, section: gid, parent: null, count, isExpanded, title: name })
    if (isExpanded) addTasks(tasks, gid)
  }
  return rows
}

/** Rows by the value of a field. A task keeps its section, but nothing is added in the order of the section here. */
function groupRows(shown: readonly ShownTask[], field: string, context: ViewContext): ViewRow[] {
  const rows: ViewRow[] = []
  for (const { value, title, items } of groupBy(shown, field, context, context.hasEmptyGroups)) {
    const gid = `group:${value}`
    const isExpanded = !context.isCollapsed(gid)
    const count = items.length
    rows.push({ gid, kind: 'group', level: 1, section: null, parent: null, count, isExpanded, title })
    if (isExpanded) for (const { row } of items) pushTask(rows, row, context)
  }
  return rows
}

/** The row of a task at a place. */
export function taskRow(
  task: WorkRecord,
  place: Pick<ViewRow, 'level' | 'section' | 'parent'>,
  { isExpanded, growing }: ViewContext,
): ViewRow {
  const { gid } = task
  const hasSubtasks = Number(task.num_subtasks ?? 0) > 0 || gid === growing
  return { gid, kind: 'task', ...place, ...(hasSubtasks && { isExpanded: isExpanded(gid) || gid === growing }) }
}

/** A task and its expanded subtasks. Two moves at once can make a task its own subtask until one of them is refused. */
function pushTask(rows: ViewRow[], row: ViewRow, context: ViewContext, above: readonly Gid[] = []): void {
  rows.push(row)
  if (!row.isExpanded) return
  const { gid: parent, level, section } = row
  const path = [...above, parent]
  for (const one of context.subtasks(parent)) {
    if (path.includes(one)) continue
    const task = context.get(one) ?? { gid: one, resource_type: 'task' }
    pushTask(rows, taskRow(task, { level: level + 1, section, parent }, context), context, path)
  }
}

/** Whether the rows are in the order that people made, so that dragging changes it. */
export const isManual = ({ sort, group }: ViewState): boolean => sort.length === 0 && group === null

/** Whether filters hide tasks, other than by their completion. */
export const isFiltered = ({ filters }: ViewState): boolean => filters.some(isActive)
