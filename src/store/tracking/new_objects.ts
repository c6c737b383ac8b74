/**
 * Rows of objects that a transaction inserted, made of what it wrote. No other transaction knows such an object, so all rows
 * about it are inserts of this one. On PostgreSQL this saves a round trip, and a statement that costs as much as the insertion.
 *
 * Invariant: a row equals the one that the statement of the same shape would load, except for the order of its lists. An
 * unknown slot is undefined: then the statement loads the row. With `--verify-cache` the graph compares both.
 */
import { together } from '../../lib/together.ts'
import type { Reader } from '../db.ts'
import { likesOf } from '../queries/columns.ts'
import { type LoadRows, loader } from '../queries/selection/select.ts'
import type { JoinTable, RowShape, Slot } from '../queries/selection/shape.ts'
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

const likes = ({ table, from }: (typeof likesOf)[keyof typeof likesOf]): Record<string, DerivedValue> => ({
  num_likes: ({ rowsOf }) => rowsOf(table, from)?.length,
  liked: ({ rowsOf, me }) => {
    const rows = rowsOf(table, from)
    return rows && flag(rows.some(({ user }) => user === me))
  },
})

type DerivedValue = (object: InsertedObject) => unknown

/** Derived columns of `queries/columns.ts`. */
const derived: Record<string, Record<string, DerivedValue>> = {
  tasks: {
    ...likes(likesOf.tasks),
    assignee_section: ({ row, me }) => (row.assignee === me ? undefined : null),
    external: ({ rowsOf, me }) => {
      const rows = rowsOf('task_externals', 'task')
      return rows && (rows.find(({ user }) => user === me)?.external ?? null)
    },
  },
  stories: {
    ...likes(likesOf.stories),
    gist: ({ row }) => (row.resource_subtype === 'notes_changed' ? null : row.detail),
    is_editable: ({ row, me }) => flag(row.created_by === me && row.type === 'comment'),
    reaction_summary: ({ rowsOf }) => (rowsOf('reactions', 'target')?.length === 0 ? [] : undefined),
  },
}

/** A slot with an object that other transactions know: a statement of its own loads it. */
interface JoinedSlot {
  row: unknown[]
  at: number
  load(): Promise<unknown>
}

/** The row of an object that the transaction inserted; undefined when it did not, or when a slot is not known. */
export async function newRow(reader: Reader, shape: RowShape, gid: number, me: number): Promise<unknown[] | undefined> {
  const { knownRows } = reader
  const row = knownRows && insertedRows(knownRows, shape.table as TableName)?.find(one => one.gid === gid)
  if (knownRows === undefined || row === undefined) return undefined
  const joined: JoinedSlot[] = []
  const slots = slotsOf({ knownRows, reader, me, joined }, shape, row)
  if (slots) await together(...joined.map(async ({ row, at, load }) => (row[at] = await load())))
  return slots
}

interface NewRowContext {
  knownRows: KnownRows
  reader: Reader
  me: number
  joined: JoinedSlot[]
}

function slotsOf(context: NewRowContext, shape: RowShape, row: StoredRow): unknown[] | undefined {
  const rowsOf = (table: string, column: string) =>
    TABLES.has(table)
      ? insertedRows(context.knownRows, table as TableName)?.filter(one => one[column] === row.gid)
      : undefined
  const slots: unknown[] = []
  for (const [at, slot] of shape.slots.entries()) {
    let value = slotValue(context, shape, slot, { row, me: context.me, rowsOf })
    if (value === undefined) return undefined
    if (typeof value === 'function') {
      context.joined.push({ row: slots, at, load: value as JoinedSlot['load'] })
      value = null
    }
    slots.push(value)
  }
  return slots
}

/** The value of a slot, or the function that loads it. */
function slotValue(context: NewRowContext, { table }: RowShape, slot: Slot, object: InsertedObject): unknown {
  switch (slot.kind) {
    case 'column':
      return columnOf(table, slot, object)
    case 'gids':
      return listed(slot.through, object, one => one[slot.through.to])
    case 'parts':
      return listed(slot.through, object, one => slotsOf(context, slot.target, one))
    case 'values':
      return slot.of === 'task_fields' ? withoutValues(object) : undefined
    case 'many':
      return listed(slot.through, object, () => undefined)
    case 'one':
    case 'any': {
      const gid = columnOf(table, { column: slot.column, as: 'gid' }, object)
      if (typeof gid !== 'number') return gid
      if (slot.kind === 'one') return async () => (await loadTarget(context, slot.target, gid)) ?? null
      return slot.fallback ? undefined : () => loadAny(context, slot, gid)
    }
  }
}

const loaders = new WeakMap<RowShape, LoadRows>()

/** An object at the other end of an edge, if the caller can see it. */
async function loadTarget({ reader, me }: NewRowContext, shape: RowShape, gid: number): Promise<unknown[] | undefined> {
  const load = loaders.get(shape) ?? loader(shape, 'visible')
  loaders.set(shape, load)
  return (await load(reader, [gid], me))[0]
}

/** The same for an edge to several types, with the name of the type. */
async function loadAny(
  context: NewRowContext,
  { target }: Extract<Slot, { kind: 'any' }>,
  gid: number,
): Promise<unknown> {
  const rows = await together(...target.map(({ shape }) => loadTarget(context, shape, gid)))
  const at = rows.findIndex(row => row !== undefined)
  return at < 0 ? null : [target[at]?.name, rows[at]]
}

/** A column of the row, or a member of its JSON column `detail`. */
function columnOf(table: string, { column, as }: { column: string; as?: 'gid' }, object: InsertedObject): unknown {
  const value = derived[table]?.[column]
  if (value) return value(object)
  if (!column.startsWith(DETAIL)) return object.row[column]
  const { detail } = object.row
  if (typeof detail !== 'string') return detail
  const member = (JSON.parse(detail) as StoredRow)[column.slice(DETAIL.length)] ?? null
  return as === 'gid' && member !== null ? Number(member) : member
}

const DETAIL = 'detail.'

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
