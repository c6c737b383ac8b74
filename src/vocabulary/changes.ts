/**
 * The words for the changes of a resource. A declaration is data; a mapper is code for what data cannot say. The log, its
 * streams, events, webhooks and live pages follow from them (`events/mapping.ts`).
 */
import type { Name } from '../names.ts'
import type { Tables } from '../store/tables.ts'
import { type Change, type ChangeMapper, createChange, gidIn, type NetRowChange, type RowImage } from './change.ts'

/** The field that a column is recorded as; with a `value`, the column holds the gid of an object of that type. */
export type RecordedField = string | { field: string; value: Name }

/** One of several types, which a column of the row names. */
export interface ParentType {
  types: readonly Name[]
  column: string
}

/** The changes of a resource whose rows are its objects. Fields that a client may update are captured without being named. */
export interface RecordedChanges {
  /** Columns with the object that a new one is added to, and its type: the first that is not null. */
  addedTo?: Readonly<Record<string, Name | ParentType>>
  /** Columns with objects in whose streams its changes are. They are always in its own. */
  streams?: readonly string[]
  /**
   * The column with a task: the changes are in the streams of that task, its parents and its lists. The parent in this
   * column may have another type.
   */
  task?: string
  /** The action of its deletion, where that is not `deleted`. */
  deletedAs?: 'removed'
  /** Captured columns in addition to those of the fields that a client may update. */
  columns?: Readonly<Record<string, RecordedField>>
  /** Whether its insertion is recorded without the actor. */
  withoutActor?(row: RowImage): boolean
  /** Mappers of the tables that relate it to other objects. */
  relations?: readonly ChangeMapper[]
}

/** What a resource declares: its changes, a mapper of its own, or why the API has no changes of it. */
export type ResourceChanges = RecordedChanges | { mapper: ChangeMapper } | { none: string }

export const isRecorded = (changes: ResourceChanges): changes is Exclude<ResourceChanges, { none: string }> =>
  !('none' in changes)

/** The types that a new object can be added to. */
export const parentTypesOf = (changes: ResourceChanges): Name[] =>
  'addedTo' in changes
    ? Object.values(changes.addedTo ?? {}).flatMap(type => (typeof type === 'string' ? type : type.types))
    : []

interface Relation {
  table: keyof Tables
  /** The object whose field lists the other one: its type, the column with its gid, the field. */
  of: Name
  from: string
  field: string
  /** The object that is added and removed. */
  value: Name
  to: string
  /** The field of the other one, where both are tasks. */
  inverse?: string
}

/** Maps a table whose rows relate a task to an object in one of its list fields. */
export function relation({ table, of, from, field, value, to, inverse }: Relation): ChangeMapper {
  const changes = ({ before, after }: NetRowChange): Change[] => {
    const row = (after ?? before) as RowImage
    const changeAction = after ? 'added' : 'removed'
    const [task, other] = [gidIn(row, from), gidIn(row, to)]
    const changed = (resource: number, name: string, type: Name, gid: number) =>
      createChange({
        ...{ type: of, resource, action: 'changed', task: resource },
        ...{ field: name, changeAction, value: { type, gid } },
      })
    return [changed(task, field, value, other), ...(inverse ? [changed(other, inverse, of, task)] : [])]
  }
  return { table, captured: { [table]: { key: [from, to], columns: [] } }, changes }
}
