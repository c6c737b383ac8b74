/** What a change is, before it is written down. */
import type { Name } from '../names.ts'
import type { Tables } from '../store/tables.ts'

export interface Ref {
  type: Name
  gid: number
}

export interface Change {
  /** The object that it happened to. */
  type: Name
  resource: number
  subtype: string | null
  action: 'added' | 'removed' | 'changed' | 'deleted' | 'undeleted'
  /** What it was added to, or removed from. */
  parent: Ref | null
  /** Which field changed, and whether it was set, or a member came or went; null unless the action is `changed`. */
  field: string | null
  how: 'changed' | 'added' | 'removed' | null
  /** The value that came or went, where that is an object. */
  value: Ref | null
  /** The columns before and after, where they are not objects. */
  old: unknown
  new: unknown
  /** Null where only its task knows. */
  workspace: number | null
  /** The task whose streams hear of it, and those of everything above that task. */
  task: number | null
  /** The other streams that hear of it. */
  streams: number[]
  /** Told without who did it: what the program notes of an act that is told itself. */
  unsigned: boolean
}

export type Row = Record<string, unknown>

/** What a transaction did to one row on the whole. */
export interface NetRowChange {
  table: keyof Tables
  before: Row | null
  after: Row | null
}

/** How changes of some tables are told. */
export interface ChangeMapper {
  /** The tables, with the columns that are a row's key, and those whose changes matter. */
  tables: Partial<Record<keyof Tables, { key: string[]; columns: string[] }>>
  /** Whose rows are told one by one, in the order in which they were touched; `rows` are all that were. */
  of: keyof Tables
  changes(row: NetRowChange, rows: readonly NetRowChange[]): Change[]
}

/** A change with all that is seldom said. */
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
