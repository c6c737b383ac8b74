/** Audit entries of objects that are created, moved to the trash, restored or purged. */
import type { Tables } from '../../store/tables.ts'
import type { RowImage } from '../change.ts'
import { type AuditEntry, type AuditMapper, gidIn } from './entry.ts'
import type { EventType } from './types.ts'

interface TrashedTable {
  table: keyof Tables
  resource(row: RowImage): Omit<AuditEntry['resource'], 'gid'>
  workspace?: string
  created?: EventType
  deleted(row: RowImage): EventType
  undeleted(row: RowImage): EventType
  /** The event of a deleted row; without it, `deleted` unless the row was in the trash. */
  purged?: EventType
}

const mapTrashed = (told: TrashedTable): AuditMapper => ({
  captured: { [told.table]: { key: ['gid'], columns: ['deleted_at'] } },
  entries({ before, after }) {
    const row = (after ?? before) as RowImage
    const event = eventOf(told, before, after)
    if (event === undefined) return []
    const resource = { gid: gidIn(row, 'gid'), ...told.resource(row) }
    return [{ event, resource, workspace: gidIn(row, told.workspace ?? 'workspace') }]
  },
})

function eventOf(told: TrashedTable, before: RowImage | null, after: RowImage | null): EventType | undefined {
  if (!before) return told.created
  const wasHere = before.deleted_at === null
  if (!after) return told.purged ?? (wasHere ? told.deleted(before) : undefined)
  if (wasHere === (after.deleted_at === null)) return undefined
  return wasHere ? told.deleted(after) : told.undeleted(after)
}

const named = (type: string) => (row: RowImage) => ({
  ...{ type, name: String(row.name) },
  subtype: (row.resource_subtype as string | undefined) ?? null,
})

const isComment = (row: RowImage) => row.type === 'comment'

export const trash: readonly AuditMapper[] = [
  mapTrashed({
    ...{ table: 'tasks', resource: named('task'), purged: 'task_permanently_deleted' },
    ...{ deleted: () => 'task_deleted', undeleted: () => 'task_undeleted' },
  }),
  mapTrashed({
    ...{ table: 'projects', resource: named('project') },
    ...{ deleted: () => 'project_deleted', undeleted: () => 'project_undeleted' },
  }),
  mapTrashed({
    ...{ table: 'custom_fields', resource: named('custom_field') },
    ...{ deleted: () => 'custom_field_deleted', undeleted: () => 'custom_field_undeleted' },
  }),
  mapTrashed({
    ...{ table: 'teams', resource: named('team'), workspace: 'organization', created: 'team_created' },
    ...{ deleted: () => 'team_deleted', undeleted: () => 'team_undeleted' },
  }),
  mapTrashed({
    table: 'stories',
    // The entry does not repeat the text, which was deleted.
    resource: row => ({ type: 'story', name: null, subtype: String(row.resource_subtype) }),
    deleted: row => (isComment(row) ? 'comment_deleted' : 'story_deleted'),
    undeleted: row => (isComment(row) ? 'comment_undeleted' : 'story_undeleted'),
  }),
]
