/** From the rows of a view to the rows of the grid: with names, with places to type, and each one once. */
import { type Gid, isEqual, type WorkRecord } from '../../data/records.ts'
import type { ViewRow } from '../../data/views.ts'
import { ADD_SECTION, type Editing, type ListRow, NEW_SECTION, NEW_TASK, shownName } from './types.ts'

export interface RowContext {
  readonly list: Gid
  readonly editing: Editing
  /** Whether sections can be added. */
  readonly canAddSections: boolean
  /** The records that changed since the former rows; undefined where any of them may have. */
  readonly changed: ReadonlySet<Gid> | undefined
  get(gid: Gid): WorkRecord | undefined
  isPending(gid: Gid): boolean
  /** The sums of the number fields of a section; undefined where no number field is shown. */
  totals(section: Gid): Readonly<Record<Gid, number>> | undefined
}

/** A row that was made of one of a view. */
interface Made {
  readonly from: ViewRow
  readonly row: ListRow
}

export interface ListRows {
  readonly rows: readonly ListRow[]
  readonly made: readonly Made[]
  /** The rows in which something is typed, and the last one. */
  readonly places: readonly ListRow[]
  /** The row whose name is edited. */
  readonly renamed: Gid | null
}

export const NO_ROWS: ListRows = { rows: [], made: [], places: [], renamed: null }

/** The rows that are not of a view. */
const PLACES: ReadonlySet<Gid> = new Set([NEW_TASK, NEW_SECTION, ADD_SECTION])

type NewRow = Omit<ListRow, 'label'> & { label: string }

const plainRow = (gid: Gid, kind: ListRow['kind'], label: string, more: Partial<ListRow> = {}): NewRow => ({
  ...{ gid, kind, label, level: 1, section: null, parent: null, isWhole: true, isSelectable: false },
  ...more,
})

/** The row of a section, a group, a task, or a place to add one. */
function rowOf(row: ViewRow, { get, isPending, totals, editing }: RowContext): ListRow {
  const { gid, kind, level, section, parent, count, isExpanded } = row
  const state = { level, section, parent, isExpanded, isPending: isPending(gid) }
  const isEditing = editing?.type === 'rename' && editing.gid === gid
  if (kind === 'task') {
    const label = shownName(get(gid)?.name, 'Untitled task')
    return { gid, kind, label, ...state, ...(isEditing && { isEditing }) }
  }
  if (kind === 'add') {
    const name = section ? shownName(get(section)?.name, 'Untitled section') : null
    return plainRow(gid, kind, name ? `Add task to ${name}` : 'Add task', { level, section })
  }
  const sums = kind === 'section' ? totals(gid) : undefined
  return {
    ...{ gid, kind, label: shownName(row.title, 'Untitled section'), ...state, isWhole: sums === undefined },
    ...{ count, isSticky: true, isSelectable: false },
    ...(sums && { totals: sums }),
    ...(isEditing && { isEditing }),
  }
}

/** The index after a row and everything below it. */
function endOf(rows: readonly ListRow[], index: number): number {
  const { level = 0 } = rows[index] ?? {}
  const next = rows.findIndex((row, at) => at > index && row.level <= level)
  return next < 0 ? rows.length : next
}

/** Puts the row in which a new task is typed at its place. */
function withNewTask(rows: readonly ListRow[], editing: Editing & { type: 'add_task' }, list: Gid): ListRow[] {
  const { section, after, isFirst } = editing
  const row = (level: number): ListRow => plainRow(NEW_TASK, 'new_task', 'New task', { level, section })
  const insert = (at: number, level: number) => rows.toSpliced(at, 0, row(level))
  const sibling = after === null ? -1 : rows.findIndex(({ gid }) => gid === after)
  if (sibling >= 0) return insert(endOf(rows, sibling), rows[sibling]?.level ?? 2)
  if (editing.list !== list) {
    const parent = rows.findIndex(({ gid }) => gid === editing.list)
    return insert(endOf(rows, parent), (rows[parent]?.level ?? 2) + 1)
  }
  if (isFirst) return insert(rows.findIndex(({ gid }) => gid === section) + 1, 2)
  const place = rows.findIndex(({ kind, section: one }) => kind === 'add' && one === section)
  return place < 0 ? insert(rows.length, 2) : rows.with(place, row(2))
}

/** Puts the row in which a new section is typed at its place. */
function withNewSection(rows: readonly ListRow[], after: Gid | null): ListRow[] {
  const row = plainRow(NEW_SECTION, 'new_section', 'New section')
  const index = after === null ? -1 : rows.findIndex(({ gid }) => gid === after)
  return index < 0 ? [...rows, row] : rows.toSpliced(endOf(rows, index), 0, row)
}

/** The rows that are in front of those that differ, and behind them. */
function commonEnds(rows: readonly ViewRow[], made: readonly Made[]): readonly [start: number, end: number] {
  const count = Math.min(rows.length, made.length)
  let [start, end] = [0, 0]
  while (start < count && rows[start] === made[start]?.from) start++
  while (end < count - start && rows[rows.length - 1 - end] === made[made.length - 1 - end]?.from) end++
  return [start, end]
}

/** The rows of a view as rows of the grid. Only what differs, and what changed, is made anew. */
function makeRows(viewRows: readonly ViewRow[], context: RowContext, former: ListRows, renamed: Gid | null): Made[] {
  const { changed, list } = context
  const { made } = former
  const [start, end] = commonEnds(viewRows, made)
  const between = new Map(made.slice(start, made.length - end).map(one => [one.from.gid, one]))
  const formerOf = ({ gid }: ViewRow, index: number): Made | undefined => {
    if (index < start) return made[index]
    if (index >= viewRows.length - end) return made[index - viewRows.length + made.length]
    return between.get(gid)
  }
  const itemOf = (gid: Gid) => (gid.startsWith(`${list}/`) ? gid.slice(list.length + 1) : gid)
  const concerned = new Set([...(changed ?? [])].map(itemOf))
  for (const gid of [renamed, former.renamed]) if (gid !== null) concerned.add(gid)
  // Of the rows that are no tasks there are few, and their names and sums depend on other records.
  const isSame = ({ kind, gid }: ViewRow) => changed !== undefined && kind === 'task' && !concerned.has(gid)
  return viewRows.map((from, index) => {
    const before = formerOf(from, index)
    if (before?.from === from && isSame(from)) return before
    const row = rowOf(from, context)
    return { from, row: before && isEqual(before.row, row) ? before.row : row }
  })
}

/** The rows of the grid. A row that is equal to the former one of its gid is the same object. */
export function listRows(viewRows: readonly ViewRow[], context: RowContext, former: ListRows): ListRows {
  const { editing, canAddSections, list } = context
  const renamed = editing?.type === 'rename' ? editing.gid : null
  const made = makeRows(viewRows, context, former, renamed)
  let rows = made.map(({ row }) => row)
  if (editing?.type === 'add_task') rows = withNewTask(rows, editing, list)
  if (editing?.type === 'add_section') rows = withNewSection(rows, editing.after)
  if (canAddSections && !(editing?.type === 'add_section' && editing.after === null)) {
    rows.push(plainRow(ADD_SECTION, 'add_section', 'Add section'))
  }
  const places: ListRow[] = []
  rows = rows.map(row => {
    if (!PLACES.has(row.gid)) return row
    const same = former.places.find(({ gid }) => gid === row.gid)
    const place = same && isEqual(same, row) ? same : row
    places.push(place)
    return place
  })
  const isSame = rows.length === former.rows.length && rows.every((row, index) => row === former.rows[index])
  return { rows: isSame ? former.rows : rows, made, places, renamed }
}
