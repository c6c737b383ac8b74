/** A change before it is appended to the log, and the mappers that make it from row changes. */
import type { Name } from '../names.ts'
import type { Tables } from '../store/tables.ts'

export interface ObjectRef {
  type: Name
  gid: number
}

export interface Change {
  /** The type of the object that changed. */
  type: Name
  resource: number
  subtype: string | null
  /** `order` is a new position in `parent`, which only live pages receive: such a change is in no stream. */
  action: 'added' | 'removed' | 'changed' | 'deleted' | 'undeleted' | 'order'
  /** The object that it was added to, or removed from. */
  parent: ObjectRef | null
  /** The field that changed, and whether it was set or a member was added or removed; null unless `action` is `changed`. */
  field: string | null
  changeAction: 'changed' | 'added' | 'removed' | null
  /** The value that was set, added or removed, where that is an object. */
  value: ObjectRef | null
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
  withoutActor: boolean
}

export type RowImage = Record<string, unknown>

/** The net change of one row in a transaction. */
export interface NetRowChange {
  table: keyof Tables
  before: RowImage | null
  after: RowImage | null
}

/** The key of the rows of a table, and the columns whose updates make changes. */
export interface CapturedColumns {
  key: readonly string[]
  columns: readonly string[]
}

/** Makes changes from the row changes of one table. */
export interface ChangeMapper {
  /** The table whose row changes it receives, in order; `rows` has those of all tables. */
  table: keyof Tables
  captured: Partial<Record<keyof Tables, CapturedColumns>>
  changes(row: NetRowChange, rows: readonly NetRowChange[]): Change[]
}

/** Completes a change with the defaults of its members. */
export const createChange = (given: Pick<Change, 'type' | 'resource' | 'action'> & Partial<Change>): Change => ({
  subtype: null,
  parent: null,
  field: null,
  changeAction: null,
  value: null,
  old: null,
  new: null,
  workspace: null,
  task: null,
  streams: [],
  withoutActor: false,
  ...given,
})

/** The change of an object that got a new position among those of its parent. */
export const reordered = (type: Name, resource: number, parent: ObjectRef, workspace: number): Change =>
  createChange({ type, resource, action: 'order', parent, workspace })

export const gidIn = (row: RowImage, column: string) => row[column] as number
