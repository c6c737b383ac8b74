/** The table of each type of object, and whether the type has a trash. */
import { sql } from 'kysely'
import type { Name } from '../../names.ts'
import type { Reader, Statement } from '../db.ts'
import { statement } from '../statement.ts'
import type { Tables } from '../tables.ts'

const tables = {
  workspace: 'workspaces',
  workspace_membership: 'workspace_memberships',
  user: 'users',
  user_task_list: 'user_task_lists',
  team: 'teams',
  team_membership: 'team_memberships',
  project: 'projects',
  project_membership: 'project_memberships',
  section: 'sections',
  task_counts: 'projects',
  task: 'tasks',
  tag: 'tags',
  story: 'stories',
  custom_field: 'custom_fields',
  enum_option: 'enum_options',
  custom_field_setting: 'custom_field_settings',
  event: 'changes',
  webhook: 'webhooks',
  audit_log_event: 'audit_log_events',
  batch_response: 'workspaces',
} as const satisfies Record<Name, keyof Tables>

const trashableTypes: ReadonlySet<Name> = new Set([
  'team',
  'project',
  'task_counts',
  'task',
  'tag',
  'story',
  'custom_field',
])

export const tableOf = <N extends Name>(type: N): (typeof tables)[N] => tables[type]

/** Whether deleting an object of this type moves it to the trash: its row stays until it is purged. */
export const trashable = (type: Name): boolean => trashableTypes.has(type)

const deleted = new Map<Name, Statement<{ gid: number }>>()

/** Whether `gid` is in the trash of a workspace of which the caller is an active member and not a guest. */
export async function wasDeleted(reader: Reader, me: number, type: Name, gid: number): Promise<boolean> {
  if (!trashable(type)) return false
  let known = deleted.get(type)
  if (!known) {
    const workspace = sql.ref(type === 'team' ? 't.organization' : 't.workspace')
    known = statement(param => {
      return sql<{ gid: number }>`select t.gid as gid from ${sql.table(tableOf(type))} as t
        join workspace_memberships w on w.workspace = ${workspace} and w."user" = ${param('me')}
        where t.gid = ${param('gid')} and t.deleted_at is not null and w.is_active = 1 and w.is_guest = 0`
    })
    deleted.set(type, known)
  }
  return (await reader.first(known, { me, gid })) !== undefined
}
