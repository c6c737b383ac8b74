/** The two kinds of table: rows that are objects, and rows that tie two objects together. */
import type { Name } from '../names.ts'
import type { Tables } from '../store/tables.ts'
import { type Change, change, type Net, type Ref, type Row, type Teller } from './change.ts'

/** A field that is told when its column changes; with a `value`, the column holds the gid of such an object. */
export type ToldField = string | { field: string; value: Name }

interface ObjectTable {
  table: keyof Tables
  type: Name
  subtype?: (row: Row) => string
  /** The columns that are told, in order, by the names of the wire. Two columns of one field are one change. */
  fields: Record<string, ToldField>
  /** What an object that is new was added to. Told for each; with none, it was added to nothing in particular. */
  added?(row: Row): Ref[]
  /** The word for its end where that is not `deleted`. */
  end?: 'removed'
  workspace?: string
  /** Whether the program made this object by itself. */
  unsigned?(row: Row): boolean
  task?(row: Row): number
  streams?(row: Row): (number | null)[]
}

const fieldOf = (told: ToldField) => (typeof told === 'string' ? told : told.field)

/** A table whose rows are objects of one type. `deleted_at` is their way into the trash and out of it. */
export function objects(told: ObjectTable): Teller {
  const { table, fields } = told
  return {
    tables: { [table]: { key: ['gid'], columns: [...Object.keys(fields), 'deleted_at'] } },
    of: table,
    changes: row => ofObject(told, row),
  }
}

function ofObject(told: ObjectTable, { before, after }: Net): Change[] {
  const row = (after ?? before) as Row
  const say = (said: Partial<Change> & Pick<Change, 'action'>): Change =>
    change({
      type: told.type,
      resource: row.gid as number,
      subtype: told.subtype?.(row) ?? null,
      workspace: row[told.workspace ?? 'workspace'] as number,
      task: told.task?.(row) ?? null,
      streams: [row.gid as number, ...(told.streams?.(row) ?? []).filter(gid => gid !== null)],
      unsigned: before === null && (told.unsigned?.(row) ?? false),
      ...said,
    })
  const end = (parent: Ref | null) => say({ action: told.end ?? 'deleted', parent: told.end ? parent : null })
  const parents = told.added?.(row) ?? []
  if (before === null) {
    return parents.length > 0 ? parents.map(parent => say({ action: 'added', parent })) : [say({ action: 'added' })]
  }
  if (after === null) return [end(parents[0] ?? null)]
  const [was, is] = [before.deleted_at ?? null, after.deleted_at ?? null]
  if (was === null && is !== null) return [end(parents[0] ?? null)]
  if (was !== null && is === null) return [say({ action: 'undeleted' })]
  return changed(told, before, after).map(said => say({ action: 'changed', ...said }))
}

function changed({ fields }: ObjectTable, before: Row, after: Row): Partial<Change>[] {
  const seen = new Set<string>()
  const found: Partial<Change>[] = []
  for (const [column, told] of Object.entries(fields)) {
    const field = fieldOf(told)
    if (before[column] === after[column] || seen.has(field)) continue
    seen.add(field)
    const [old, now] = [before[column], after[column]]
    const value = typeof told === 'object' && now !== null ? { type: told.value, gid: now as number } : null
    found.push({ field, how: 'changed', value, old, new: now })
  }
  return found
}

interface BondTable {
  table: keyof Tables
  /** The object whose field holds the other one: its type, the column with its gid, the field. */
  of: Name
  near: string
  field: string
  /** The object that comes and goes. */
  value: Name
  far: string
  /** Both are tasks, and this is the field of the other one. */
  back?: string
}

/** A table whose rows tie an object of a task's list to the task. */
export function bonds({ table, of, near, field, value, far, back }: BondTable): Teller {
  const ofBond = ({ before, after }: Net): Change[] => {
    const row = (after ?? before) as Row
    const how = after ? 'added' : 'removed'
    const [task, other] = [row[near] as number, row[far] as number]
    const say = (resource: number, name: string, type: Name, gid: number) =>
      change({ type: of, resource, action: 'changed', field: name, how, value: { type, gid }, task: resource })
    return [say(task, field, value, other), ...(back ? [say(other, back, of, task)] : [])]
  }
  return {
    tables: { [table]: { key: [near, far], columns: [] } },
    of: table,
    changes: ofBond,
  }
}
