/** Mappers for the two kinds of tables: rows that are objects, and rows that relate two objects. */
import type { Name } from '../names.ts'
import type { Tables } from '../store/tables.ts'
import {
  type Change,
  type ChangeMapper,
  createChange,
  type NetRowChange,
  type ObjectRef,
  type RowImage,
} from './change.ts'

/** The field that a column maps to; with a `value`, the column holds the gid of an object of that type. */
export type MappedField = string | { field: string; value: Name }

interface ObjectTable {
  table: keyof Tables
  type: Name
  subtype?: (row: RowImage) => string
  /** The captured columns in order, with their field names. Two columns of one field make one change. */
  fields: Record<string, MappedField>
  /** The parents of a new object: one change for each, or one without a parent. */
  parents?(row: RowImage): ObjectRef[]
  /** The action of its deletion where that is not `deleted`. */
  deletedAction?: 'removed'
  workspace?: string
  /** Whether its insertion is recorded without the actor. */
  withoutActor?(row: RowImage): boolean
  task?(row: RowImage): number
  streams?(row: RowImage): (number | null)[]
}

const fieldOf = (mapped: MappedField) => (typeof mapped === 'string' ? mapped : mapped.field)

/** Maps a table whose rows are objects of one type. `deleted_at` moves them to the trash and back. */
export function mapObjects(mapped: ObjectTable): ChangeMapper {
  const { table, fields } = mapped
  return {
    captured: { [table]: { key: ['gid'], columns: [...Object.keys(fields), 'deleted_at'] } },
    table,
    changes: row => ofObject(mapped, row),
  }
}

function ofObject(mapped: ObjectTable, { before, after }: NetRowChange): Change[] {
  const row = (after ?? before) as RowImage
  const say = (said: Partial<Change> & Pick<Change, 'action'>): Change =>
    createChange({
      type: mapped.type,
      resource: row.gid as number,
      subtype: mapped.subtype?.(row) ?? null,
      workspace: row[mapped.workspace ?? 'workspace'] as number,
      task: mapped.task?.(row) ?? null,
      streams: [row.gid as number, ...(mapped.streams?.(row) ?? []).filter(gid => gid !== null)],
      withoutActor: before === null && (mapped.withoutActor?.(row) ?? false),
      ...said,
    })
  const end = (parent: ObjectRef | null) =>
    say({ action: mapped.deletedAction ?? 'deleted', parent: mapped.deletedAction ? parent : null })
  const parents = mapped.parents?.(row) ?? []
  if (before === null) {
    return parents.length > 0 ? parents.map(parent => say({ action: 'added', parent })) : [say({ action: 'added' })]
  }
  if (after === null) return [end(parents[0] ?? null)]
  const [was, is] = [before.deleted_at ?? null, after.deleted_at ?? null]
  if (was === null && is !== null) return [end(parents[0] ?? null)]
  if (was !== null && is === null) return [say({ action: 'undeleted' })]
  return changedFields(mapped, before, after).map(said => say({ action: 'changed', ...said }))
}

function changedFields({ fields }: ObjectTable, before: RowImage, after: RowImage): Partial<Change>[] {
  const seen = new Set<string>()
  const found: Partial<Change>[] = []
  for (const [column, mapped] of Object.entries(fields)) {
    const field = fieldOf(mapped)
    if (before[column] === after[column] || seen.has(field)) continue
    seen.add(field)
    const [old, now] = [before[column], after[column]]
    const value = typeof mapped === 'object' && now !== null ? { type: mapped.value, gid: now as number } : null
    found.push({ field, changeAction: 'changed', value, old, new: now })
  }
  return found
}

interface RelationTable {
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
export function mapRelations({ table, of, from, field, value, to, inverse }: RelationTable): ChangeMapper {
  const ofRelation = ({ before, after }: NetRowChange): Change[] => {
    const row = (after ?? before) as RowImage
    const how = after ? 'added' : 'removed'
    const [task, other] = [row[from] as number, row[to] as number]
    const say = (resource: number, name: string, type: Name, gid: number) =>
      createChange({
        type: of,
        resource,
        action: 'changed',
        field: name,
        changeAction: how,
        value: { type, gid },
        task: resource,
      })
    return [say(task, field, value, other), ...(inverse ? [say(other, inverse, of, task)] : [])]
  }
  return {
    captured: { [table]: { key: [from, to], columns: [] } },
    table,
    changes: ofRelation,
  }
}
