/**
 * Slots whose content is in a list of the same row: the projects of a task are in its memberships, and the number of
 * its likes is the length of their list. The statement reads each list once, and such slots are filled from it.
 */
import { likesOf } from '../columns.ts'
import type { JoinTable, RowShape, Slot } from './shape.ts'

/** A slot that the statement leaves empty, wholly or in part, and its content. */
export interface RepeatedSlot {
  at: number
  contentOf(row: unknown[], me: number): unknown
}

/** A list of parts, and the index of a column in each part. */
interface ListedColumn {
  at: number
  inner: number
}

/** Finds a list of parts that reads the same rows: the `projects` of a task are in its `memberships`. */
export function findSlotListing({ slots }: Pick<RowShape, 'slots'>, list: JoinTable): ListedColumn | null {
  for (const [at, slot] of slots.entries()) {
    if (slot.kind !== 'parts' || JSON.stringify(slot.through) !== JSON.stringify(list)) continue
    const inner = slot.target.slots.findIndex(part => part.kind === 'column' && part.column === list.to)
    if (inner >= 0) return { at, inner }
  }
  return null
}

/** The lists whose fields apply to a task without a parent. */
const taskLists: JoinTable = { table: 'task_memberships', from: 'task', to: 'project' }

/** The slots of a shape that its lists fill. */
export function repeatedSlots(shape: RowShape): RepeatedSlot[] {
  return shape.slots.flatMap((slot, at) => {
    const contentOf = contentIn(shape, slot, at)
    return contentOf ? [{ at, contentOf }] : []
  })
}

function contentIn(shape: RowShape, slot: Slot, at: number): RepeatedSlot['contentOf'] | undefined {
  if (slot.kind === 'gids') {
    const listing = findSlotListing(shape, slot.through)
    return listing ? row => columnIn(row, listing) : undefined
  }
  if (slot.kind === 'column') return ofLikes(shape, slot.column)
  return slot.kind === 'values' && slot.of === 'task_fields' ? ofValues(shape, at) : undefined
}

/** The values, and the lists: the statement has those of a subtask, whose parents count as well. */
function ofValues(shape: RowShape, at: number): RepeatedSlot['contentOf'] | undefined {
  const listing = findSlotListing(shape, taskLists)
  if (!listing) return undefined
  return row => {
    const [values, lists] = row[at] as [unknown, number[] | null]
    return [values, lists ?? columnIn(row, listing)]
  }
}

function ofLikes(shape: RowShape, column: string): RepeatedSlot['contentOf'] | undefined {
  const likes = Object.hasOwn(likesOf, shape.table) ? likesOf[shape.table as keyof typeof likesOf] : undefined
  const listing = likes && findSlotListing(shape, { ...likes, to: 'user' })
  if (!listing) return undefined
  if (column === 'num_likes') return row => (row[listing.at] as unknown[]).length
  if (column === 'liked') return (row, me) => (columnIn(row, listing).includes(me) ? 1 : 0)
  return undefined
}

const columnIn = (row: unknown[], { at, inner }: ListedColumn): unknown[] =>
  (row[at] as unknown[][]).map(part => part[inner])
