/**
 * Views: pure functions from a list and the state of a view to the rows on the screen. Layouts, saved views and the query
 * of the address share the state.
 */
import type { Entry, ListContents } from './lists.ts'
import type { Show } from './load.ts'
import type { Gid, WorkRecord } from './records.ts'
import { type Filter, isActive, matcher, type WeekStart } from './views/filter.ts'
import { groupBy } from './views/group.ts'
import { sortBy } from './views/sort.ts'

export interface ViewState {
  readonly show: Show
  readonly filters: readonly Filter[]
  readonly match: 'all' | 'any'
  /** Fields, with `-` before those in descending order; at most three. Empty is the manual order. */
  readonly sort: readonly string[]
  /** The field of the groups; null groups by section. */
  readonly group: string | null
  /** The columns in their order; null shows the default ones. */
  readonly columns: readonly { readonly field: string; readonly width?: number }[] | null
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

const isShown = ({ completed }: WorkRecord, show: Show): boolean =>
  show === 'all' || (completed === true) === (show === 'completed')

/** The entries that a view shows, in its order. */
function shownEntries(view: ViewState, context: ViewContext): readonly Entry[] {
  const { contents, get } = context
  const matches = matcher(view.filters, view.match, context)
  const shown = contents.entries.filter(({ item }) => {
    const record = get(item)
    return record !== undefined && ((isShown(record, view.show) && matches(record)) || context.isKept?.(item) === true)
  })
  return sortBy(shown, view.sort, get)
}

/** The rows of a view: the sections or groups, and the tasks in them. */
export function arrange(view: ViewState, context: ViewContext): ViewRow[] {
  const entries = shownEntries(view, context)
  return view.group === null ? sectionRows(entries, context) : groupRows(entries, view.group, context)
}

function sectionRows(shown: readonly Entry[], context: ViewContext): ViewRow[] {
  const rows: ViewRow[] = []
  const bySection = Map.groupBy(shown, ({ section }) => section)
  const addTasks = (entries: readonly Entry[], section: Gid | null) => {
    for (const { item } of entries) pushTask(rows, item, 2, section, context)
    if (context.canAdd) rows.push({ gid: `add:${section ?? ''}`, kind: 'add', level: 2, section })
  }
  const loose = bySection.get(null)
  if (loose) addTasks(loose, null)
  for (const { gid, name } of context.contents.sections) {
    const entries = bySection.get(gid) ?? []
    const isExpanded = !context.isCollapsed(gid)
    rows.push({ gid, kind: 'section', level: 1, section: gid, count: entries.length, isExpanded, title: name })
    if (isExpanded) addTasks(entries, gid)
  }
  return rows
}

/** Rows by the value of a field. A task keeps its section, but nothing is added in the order of the section here. */
function groupRows(shown: readonly Entry[], field: string, context: ViewContext): ViewRow[] {
  const rows: ViewRow[] = []
  for (const { value, title, items } of groupBy(shown, field, context, context.hasEmptyGroups)) {
    const gid = `group:${value}`
    const isExpanded = !context.isCollapsed(gid)
    rows.push({ gid, kind: 'group', level: 1, section: null, count: items.length, isExpanded, title })
    if (isExpanded) for (const { item, section } of items) pushTask(rows, item, 2, section, context)
  }
  return rows
}

/** A task and its expanded subtasks. */
function pushTask(rows: ViewRow[], task: Gid, level: number, section: Gid | null, context: ViewContext): void {
  const hasSubtasks = Number(context.get(task)?.num_subtasks ?? 0) > 0
  const isExpanded = hasSubtasks && context.isExpanded(task)
  rows.push({ gid: task, kind: 'task', level, section, ...(hasSubtasks && { isExpanded }) })
  if (isExpanded) for (const one of context.subtasks(task)) pushTask(rows, one, level + 1, section, context)
}

/** Whether the rows are in the order that people made, so that dragging changes it. */
export const isManual = ({ sort, group }: ViewState): boolean => sort.length === 0 && group === null

/** Whether filters hide tasks, other than by their completion. */
export const isFiltered = ({ filters }: ViewState): boolean => filters.some(isActive)
