/** Audit entries of objects that are moved to the trash, restored or purged: for every type that has a trash. */
import { type TrashName, trashTypes } from '../../store/queries/objects.ts'
import { gidIn, type RowImage } from '../../vocabulary/change.ts'
import type { AuditEntry, AuditMapper } from './entry.ts'
import type { EventType } from './types.ts'

/** What differs from `NAME_deleted` and `NAME_undeleted` of an object with a name. */
interface TrashEntries {
  name?(row: RowImage): string | null
  deleted?(row: RowImage): EventType
  undeleted?(row: RowImage): EventType
  /** The event of a new object. */
  created?: EventType
  /** The event of a deleted row; without it, `deleted` unless the row was in the trash. */
  purged?: EventType
}

const nameIn = (row: RowImage) => String(row.name)

const isComment = (row: RowImage) => row.type === 'comment'

/** The name of another object stands for it in the trash; the entry names it by its gid. */
const unnamed: TrashEntries = { name: () => null }

const special: Partial<Record<TrashName, TrashEntries>> = {
  task: { purged: 'task_permanently_deleted' },
  status_update: { name: row => String(row.title) },
  project_brief: { name: row => String(row.title) },
  allocation: unnamed,
  budget: unnamed,
  rate: unnamed,
  team: { created: 'team_created' },
  attachment: { created: 'attachment_uploaded' },
  story: {
    // The entry does not repeat the text, which was deleted.
    name: () => null,
    deleted: row => (isComment(row) ? 'comment_deleted' : 'story_deleted'),
    undeleted: row => (isComment(row) ? 'comment_undeleted' : 'story_undeleted'),
  },
}

export const trash: readonly AuditMapper[] = trashTypes.map(({ type, table, workspace }): AuditMapper => {
  const { name = nameIn, ...events }: TrashEntries = special[type] ?? {}
  return {
    captured: { [table]: { key: ['gid'], columns: ['deleted_at'] } },
    entries({ before, after }): AuditEntry[] {
      const row = (after ?? before) as RowImage
      const event = eventOf(type, events, before, after)
      if (event === undefined) return []
      const subtype = (row.resource_subtype as string | undefined) ?? null
      const resource = { type, gid: gidIn(row, 'gid'), name: name(row), subtype }
      return [{ event, resource, workspace: gidIn(row, workspace) }]
    },
  }
})

function eventOf(
  type: TrashName,
  { created, purged, deleted = () => `${type}_deleted`, undeleted = () => `${type}_undeleted` }: TrashEntries,
  before: RowImage | null,
  after: RowImage | null,
): EventType | undefined {
  if (!before) return created
  const wasHere = before.deleted_at === null
  if (!after) return purged ?? (wasHere ? deleted(before) : undefined)
  if (wasHere === (after.deleted_at === null)) return undefined
  return wasHere ? deleted(after) : undeleted(after)
}
