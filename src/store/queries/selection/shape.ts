/** The shape of a row that a selection loads: one JSON array with a slot for each column, list or nested object. */
import type { Name } from '../../../names.ts'
import type { Guard } from '../access.ts'
import type { FieldView } from '../fields.ts'

/** The table that joins the two ends of a list edge: `from` is the column of the owner, `to` that of the target. */
export interface JoinTable {
  table: string
  from: string
  to: string
  /** The column of the owner that `from` equals; by default its gid. */
  ownerColumn?: string
  /** The column of the table that orders the list, when users order it. */
  order?: string
}

/** The columns of a row with the type and subtype of an edge's target, for targets that are deleted or hidden. */
export interface FallbackColumns {
  type: string
  subtype?: string
}

/** Replaces the type when a slot contains fallback columns: `[FALLBACK, [gid, type, subtype]]`. */
export const FALLBACK = ''

/** One object of the tree. The first slot of its row is always its gid. */
export interface RowShape {
  table: string
  /** The access check of the object, or null when anyone who can see its owner can see it. */
  guard: Guard | null
  /** Whether the table has a trash. */
  trash: boolean
  slots: Slot[]
}

/** The content of one slot of a row. */
export type Slot =
  | { kind: 'column'; column: string; as?: 'gid' }
  | { kind: 'gids'; through: JoinTable }
  | { kind: 'values'; of: FieldView; choices: boolean }
  | { kind: 'one'; column: string; target: RowShape }
  | { kind: 'any'; column: string; target: { name: Name; shape: RowShape }[]; fallback?: FallbackColumns }
  | { kind: 'many'; through: JoinTable; target: RowShape }
  | { kind: 'parts'; through: JoinTable; target: RowShape }
