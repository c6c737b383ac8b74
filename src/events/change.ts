/** A change before it is appended to the log, and the mappers that make it from row changes. */
import type { Name } from '../names.ts'
import type { Tables } from '../store/tables.ts'

export interface Ref {
  type: Name
  gid: number
}

export interface Change {
  /** The type of the object that changed. */
  type: Name
  resource: number
  subtype: string | null
  action: 'added' | 'removed' | 'changed' | 'deleted' | 'undeleted'
  /** The object that it was added to, or removed from. */
  parent: Ref | null
  /** The field that changed, and whether it was set or a member was added or removed; null unless `action` is `changed`. */
  field: string | null
  how: 'changed' | 'added' | 'removed' | null
  /** The value that was set, added or removed, where that is an object. */
  value: Ref | null
  /** The columns before and after, where they are not objects. */
  old: unknown
  new: unknown
  /** Null means the workspace of `task`. */
  workspace: number | null
  /** A task: the change is in its stream and in those of its parents and lists. */
  task: number | null
  /** The gids of its other streams. */
  streams: number[]
  /** Recorded without the actor, such as a system story: the change that it describes names the actor. */
  unsigned: boolean
}

export type Row = Record<string, unknown>

/** The net change of one row in a transaction. */
export interface NetRowChange {
  table: keyof Tables
  before: Row | null
  after: Row | null
}

/** Makes changes from the row changes of one table. */
export interface ChangeMapper {
  /** The captured tables: the key of a row, and the columns whose updates make changes. */
  tables: Partial<Record<keyof Tables, { key: string[]; columns: string[] }>>
  /** The table whose row changes it receives, in order; `rows` has those of all tables. */
  of: keyof Tables
  changes(row: NetRowChange, rows: readonly NetRowChange[]): Change[]
}

/** Completes a change with the defaults of its members. */
export const change = (said: Pick<Change, 'type' | 'resource' | 'action'> & Partial<Change>): Change => ({
  subtype: null,
  parent: null,
  field: null,
  how: null,
  value: null,
  old: null,
  new: null,
  workspace: null,
  task: null,
  streams: [],
  unsigned: false,
  ...said,
})
