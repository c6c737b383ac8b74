/**
 * Rows of objects that a transaction inserted, made of what it wrote. No other transaction knows such an object, so all rows
 * about it are inserts of this one. On PostgreSQL this saves a round trip, and a statement that costs as much as the insertion.
 *
 * Invariant: a row equals the one that the statement of the same shape would load, except for the order of its lists. An
 * unknown slot is undefined: then the statement loads the row. With `--verify-cache` the graph compares both.
 */
import type { JoinTable, RowShape, Slot } from '../queries/select.ts'
import type { TableName } from '../tables.ts'
import { insertedRows, type KnownRows, type StoredRow } from './known_rows.ts'

/** The tables whose rows name an object that their transaction inserted. Rows of views come from other tables. */
const TABLES: ReadonlySet<string> = new Set<TableName>([
  ...(['task_memberships', 'task_followers', 'task_tags', 'task_likes', 'task_externals'] as const),
  ...(['custom_field_values', 'story_likes', 'reactions', 'tag_followers', 'enum_options'] as const),
])

/** An object that the transaction inserted, for one reader. */
interface InsertedObject {
  row: StoredRow
  me: number
  /** The rows of a table that name the object in a column; undefined when they are not known. */
  rowsOf(table: string, column: string): readonly StoredRow[] | undefined
}

const flag = (condition: boolean) => (condition ? 1 : 0)

const likes = (table: string, key: string): Record<string, DerivedValue> => ({
  num_likes: ({ rowsOf }) => rowsOf(table, key)?.length,
  liked: ({ rowsOf, me }) => {
    const rows = rowsOf(table, key)
    return rows && flag(rows.some(({ user }) => user === me))
  },
})

type DerivedValue = (object: InsertedObject) => unknown

/** Derived columns of `queries/columns.ts`. */
const derived: Record<string, Record<string, DerivedValue>> = {
  tasks: {
    ...likes('task_likes', 'task'),
    assignee_section: ({ row, me }) => (row.assignee === me ? undefined : null),
    external: ({ rowsOf, me }) => {
      const rows = rowsOf('task_externals', 'task')
      return rows && (rows.find(({ user }) => user === me)?.external ?? null)
    },
  },
  stories: {
    ...likes('story_likes', 'story'),
    is_editable: ({ row, me }) => flag(row.created_by === me && row.type === 'comment'),
    reaction_summary: ({ rowsOf }) => (rowsOf('reactions', 'target')?.length === 0 ? [] : undefined),
  },
}

/** The row of an object that the transaction inserted; undefined when it did not, or when a slot is not known. */
export function newRow(known: KnownRows, shape: RowShape, gid: number, me: number): unknown[] | undefined {
  const row = insertedRows(known, shape.table as TableName)?.find(one => one.gid === gid)
  return row && slotsOf(known, shape, row, me)
}

function slotsOf(known: KnownRows, shape: RowShape, row: StoredRow, me: number): unknown[] | undefined {
  const rowsOf = (table: string, column: string) =>
    TABLES.has(table) ? insertedRows(known, table as TableName)?.filter(one => one[column] === row.gid) : undefined
  const slots: unknown[] = []
  for (const slot of shape.slots) {
    const value = slotValue(known, shape, slot, { row, me, rowsOf })
    if (value === undefined) return undefined
    slots.push(value)
  }
  return slots
}

function slotValue(known: KnownRows, { table }: RowShape, slot: Slot, object: InsertedObject): unknown {
  switch (slot.kind) {
    case 'column':
      return columnOf(table, slot.column, object)
    case 'gids':
      return listed(slot.through, object, one => one[slot.through.to])
    case 'parts':
      return listed(slot.through, object, one => slotsOf(known, slot.target, one, object.me))
    case 'values':
      return slot.of === 'task_fields' ? withoutValues(object) : undefined
    // The objects at the other end belong to other transactions: their statements load them.
    case 'many':
      return listed(slot.through, object, () => undefined)
    case 'one':
    case 'any':
      return columnOf(table, slot.column, object) === null ? null : undefined
  }
}

function columnOf(table: string, name: string, object: InsertedObject): unknown {
  const value = derived[table]?.[name]
  return value ? value(object) : object.row[name]
}

/** The rows of a list of the object, in any order. */
function listed(
  { table, from, ownerColumn, order }: JoinTable,
  { rowsOf }: InsertedObject,
  part: (row: StoredRow) => unknown,
): unknown[] | undefined {
  const rows = ownerColumn === undefined ? rowsOf(table, from) : undefined
  if (rows === undefined || (order !== undefined && rows.length > 1)) return undefined
  const parts = rows.map(part)
  return parts.includes(undefined) ? undefined : parts
}

/** Custom fields of a task without values and without a parent, whose lists count as well. */
function withoutValues({ row, rowsOf }: InsertedObject): unknown {
  const lists = rowsOf('task_memberships', 'task')
  if (lists === undefined || row.parent !== null || rowsOf('custom_field_values', 'object')?.length !== 0)
    return undefined
  return [[], lists.map(({ project }) => project)]
}
