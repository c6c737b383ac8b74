/** The mappers of all resources: those that follow from a declaration, and those that a declaration names. */
import type { Catalog } from '../catalog/catalog.ts'
import type { Name } from '../names.ts'
import { tableOf, trashable, workspaceColumnOf } from '../store/queries/objects.ts'
import {
  type Change,
  type ChangeMapper,
  createChange,
  gidIn,
  type NetRowChange,
  type ObjectRef,
  type RowImage,
} from '../vocabulary/change.ts'
import type { RecordedChanges, RecordedField } from '../vocabulary/changes.ts'
import type { Field, Fields } from '../vocabulary/field.ts'
import type { Resource } from '../vocabulary/resource.ts'

/** Changes of tasks and stories are recorded before those of the projects and sections that contain them. */
const BEFORE_CONTAINERS: readonly Name[] = ['task', 'story']

/** All mappers, in the order of their changes. */
export function createMappers({ resources }: Catalog): ChangeMapper[] {
  const first = resources.filter(({ name }) => BEFORE_CONTAINERS.includes(name))
  const others = resources.filter(({ name }) => !BEFORE_CONTAINERS.includes(name))
  const at = others.findIndex(({ name }) => name === 'project')
  return others.toSpliced(at, 0, ...first).flatMap(mappersOf)
}

function mappersOf(resource: Resource): ChangeMapper[] {
  const { changes } = resource
  if ('none' in changes) return []
  if ('mapper' in changes) return [changes.mapper]
  return [objectMapper(resource, changes), ...(changes.relations ?? [])]
}

/** Maps a table whose rows are objects of one type. `deleted_at` moves them to the trash and back. */
function objectMapper(resource: Resource, changes: RecordedChanges): ChangeMapper {
  const { name, fields } = resource
  const table = tableOf(name)
  const recorded = { ...writableColumns(fields), ...changes.columns }
  const columns = [...Object.keys(recorded), ...(trashable(name) ? ['deleted_at'] : [])]
  return {
    table,
    captured: { [table]: { key: ['gid'], columns } },
    changes: row => ofObject(resource, changes, recorded, row),
  }
}

/** The kinds of fields that are no column of the table. */
const ELSEWHERE: ReadonlySet<Field['kind']> = new Set(['many', 'parts', 'constant'])

/** The columns of the fields that a client may update. Rich text is recorded as its plain text: both are one field. */
function writableColumns(fields: Fields): Record<string, RecordedField> {
  const found: Record<string, RecordedField> = {}
  for (const [name, { kind, write, column = name, types = [] }] of Object.entries(fields)) {
    if (write !== 'always' || ELSEWHERE.has(kind)) continue
    const plain = name.replace(/^html_/, '')
    const [value] = types
    found[column] ??= kind === 'one' && value ? { field: name, value } : plain in fields ? plain : name
  }
  return found
}

/** The first object that a column names. */
function parentIn(row: RowImage, columns: RecordedChanges['addedTo']): ObjectRef | null {
  for (const column in columns) {
    const type = columns[column]
    if (type === undefined || row[column] === null) continue
    return { type: typeof type === 'string' ? type : (row[type.column] as Name), gid: gidIn(row, column) }
  }
  return null
}

/** Whether the column with a task contains the parent, and that is of another type. */
const isOtherParent = (row: RowImage, column: string, parent: ObjectRef | null): boolean =>
  parent !== null && parent.type !== 'task' && row[column] === parent.gid

function ofObject(
  { name, fields }: Resource,
  { addedTo, deletedAs, streams = [], task, withoutActor }: RecordedChanges,
  recorded: Record<string, RecordedField>,
  { before, after }: NetRowChange,
): Change[] {
  const row = (after ?? before) as RowImage
  const parent = parentIn(row, addedTo)
  const ofRow = (given: Partial<Change> & Pick<Change, 'action'>): Change =>
    createChange({
      type: name,
      resource: gidIn(row, 'gid'),
      subtype: fields.resource_subtype ? (row.resource_subtype as string) : null,
      workspace: gidIn(row, workspaceColumnOf(name)),
      task: task === undefined || isOtherParent(row, task, parent) ? null : gidIn(row, task),
      streams: [gidIn(row, 'gid'), ...streams.flatMap(column => (row[column] === null ? [] : gidIn(row, column)))],
      withoutActor: before === null && (withoutActor?.(row) ?? false),
      ...given,
    })
  const deleted = () => ofRow({ action: deletedAs ?? 'deleted', parent: deletedAs ? parent : null })
  if (before === null) return [ofRow({ action: 'added', parent })]
  if (after === null) return [deleted()]
  const [was, is] = [before.deleted_at ?? null, after.deleted_at ?? null]
  if (was === null && is !== null) return [deleted()]
  if (was !== null && is === null) return [ofRow({ action: 'undeleted' })]
  return changedFields(recorded, before, after).map(given => ofRow({ action: 'changed', ...given }))
}

function changedFields(recorded: Record<string, RecordedField>, before: RowImage, after: RowImage): Partial<Change>[] {
  const seen = new Set<string>()
  const found: Partial<Change>[] = []
  for (const [column, mapped] of Object.entries(recorded)) {
    const field = typeof mapped === 'string' ? mapped : mapped.field
    const [old, now] = [before[column], after[column]]
    if (old === now || seen.has(field)) continue
    seen.add(field)
    const value = typeof mapped === 'object' && now !== null ? { type: mapped.value, gid: now as number } : null
    found.push({ field, changeAction: 'changed', value, old, new: now })
  }
  return found
}
