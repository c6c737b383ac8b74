/** From the rows of a view to the rows of the grid: with names, with places to type, and each one once. */
import { type Gid, isEqual, type WorkRecord } from '../../data/records.ts'
import type { ViewRow } from '../../data/views.ts'
import { ADD_SECTION, type Editing, type ListRow, NEW_SECTION, NEW_TASK, shownName } from './types.ts'

export interface RowContext {
  readonly list: Gid
  readonly editing: Editing
  /** Whether sections can be added. */
  readonly canAddSections: boolean
  get(gid: Gid): WorkRecord | undefined
  isPending(gid: Gid): boolean
  /** The sums of the number fields of a section; undefined where no number field is shown. */
  totals(section: Gid): Readonly<Record<Gid, number>> | undefined
}

type NewRow = Omit<ListRow, 'label'> & { label: string }

const plainRow = (gid: Gid, kind: ListRow['kind'], label: string, more: Partial<ListRow> = {}): NewRow => ({
  ...{ gid, kind, label, level: 1, section: null, parent: null, isWhole: true, isSelectable: false },
  ...more,
})

/** The row of a section, a group, a task, or a place to add one. */
function rowOf(row: ViewRow, parent: Gid | null, { get, isPending, totals, editing }: RowContext): ListRow {
  const { gid, kind, level, section, count, isExpanded } = row
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

/** The rows of the grid. A row that is equal to the former one of its gid is the same object. */
export function listRows(
  viewRows: readonly ViewRow[],
  context: RowContext,
  former: ReadonlyMap<Gid, ListRow>,
): readonly ListRow[] {
  const { editing, canAddSections, list } = context
  const seen = new Set<Gid>()
  const parents: Gid[] = []
  let rows: ListRow[] = []
  for (const row of viewRows) {
    parents.length = Math.max(0, row.level - 2)
    // A subtask that is also in the list itself has one row only.
    if (!seen.has(row.gid)) rows.push(rowOf(row, parents.at(-1) ?? null, context))
    seen.add(row.gid)
    if (row.kind === 'task') parents[row.level - 2] = row.gid
  }
  if (editing?.type === 'add_task') rows = withNewTask(rows, editing, list)
  if (editing?.type === 'add_section') rows = withNewSection(rows, editing.after)
  if (canAddSections && !(editing?.type === 'add_section' && editing.after === null)) {
    rows.push(plainRow(ADD_SECTION, 'add_section', 'Add section'))
  }
  return rows.map(row => {
    const same = former.get(row.gid)
    return same && isEqual(same, row) ? same : row
  })
}
