/**
 * Purges objects from the trash, with every row that refers to them. No change is recorded: moving to the trash was the
 * change. The entries of the change log and the audit log stay.
 */
import { sql } from 'kysely'
import { EVERYTHING } from '../../cache/memory_cache.ts'
import type { Statement, Writer } from '../../db.ts'
import { statement } from '../../statement.ts'
import type { TableName } from '../../tables.ts'
import { EVERY_PRINCIPAL } from '../access/containers.ts'
import { releaseFiles } from '../files/release.ts'
import { type TrashTable, trashTypes } from '../objects.ts'

/** The tables with a trash, each before those that it can refer to. */
export const TRASH_TABLES: readonly TrashTable[] = trashTypes.map(({ table }) => table).toReversed()

/** The rows that are purged with a row: tables, and the columns that refer to it. Values come before their options. */
export const dependents: Partial<Record<TableName, readonly (readonly [TableName, string])[]>> = {
  stories: [
    ['story_likes', 'story'],
    ['reactions', 'target'],
    ['search_texts', 'gid'],
  ],
  status_updates: [
    ['status_update_likes', 'status_update'],
    ['reactions', 'target'],
  ],
  tasks: [
    ['task_externals', 'task'],
    ['task_memberships', 'task'],
    ['task_followers', 'task'],
    ['task_likes', 'task'],
    ['task_dependencies', 'task'],
    ['task_dependencies', 'dependency'],
    ['task_tags', 'task'],
    ['stories', 'target'],
    ['time_tracking_entries', 'task'],
    ['attachments', 'parent'],
    ['search_texts', 'gid'],
    ['custom_field_values', 'object'],
    ['goal_relationships', 'supporting_resource'],
  ],
  project_templates: [
    ['attachments', 'parent'],
    ['template_tasks', 'template'],
    ['template_dependencies', 'template'],
  ],
  task_templates: [
    ['template_tasks', 'template'],
    ['template_dependencies', 'template'],
  ],
  tags: [
    ['tag_followers', 'tag'],
    ['task_tags', 'tag'],
  ],
  project_briefs: [['attachments', 'parent']],
  projects: [
    ['project_memberships', 'project'],
    ['access_requests', 'target'],
    ['task_memberships', 'project'],
    ['sections', 'project'],
    ['status_updates', 'parent'],
    ['project_briefs', 'project'],
    ['project_counts', 'project'],
    ['task_templates', 'project'],
    ['rules', 'project'],
    ['attachments', 'parent'],
    ['search_texts', 'gid'],
    ['custom_types', 'project'],
    ['custom_field_settings', 'parent'],
    ['custom_field_values', 'object'],
    ['custom_fields', 'project'],
    ['portfolio_items', 'item'],
    ['goal_relationships', 'supporting_resource'],
    ['allocations', 'parent'],
    ['budgets', 'parent'],
    ['rates', 'parent'],
    ['access_grants', 'object'],
  ],
  placeholders: [
    ['allocations', 'assignee'],
    ['rates', 'resource'],
  ],
  portfolios: [
    ['portfolio_memberships', 'portfolio'],
    ['access_requests', 'target'],
    ['portfolio_items', 'portfolio'],
    ['portfolio_items', 'item'],
    ['goal_relationships', 'supporting_resource'],
    ['status_updates', 'parent'],
    ['custom_field_settings', 'parent'],
    ['custom_field_values', 'object'],
    ['custom_fields', 'project'],
    ['access_grants', 'object'],
  ],
  goals: [
    ['goal_memberships', 'goal'],
    ['goal_likes', 'goal'],
    ['goal_metrics', 'goal'],
    ['goal_relationships', 'supported_goal'],
    ['goal_relationships', 'supporting_resource'],
    ['access_requests', 'target'],
    ['stories', 'target'],
    ['status_updates', 'parent'],
    ['custom_field_settings', 'parent'],
    ['custom_field_values', 'object'],
    ['custom_fields', 'project'],
    ['access_grants', 'object'],
  ],
  sections: [['task_memberships', 'section']],
  custom_fields: [
    ['custom_field_values', 'custom_field'],
    ['custom_field_settings', 'custom_field'],
    ['enum_options', 'custom_field'],
    ['custom_field_memberships', 'custom_field'],
    ['access_grants', 'object'],
  ],
  custom_field_values: [
    ['custom_field_choices', 'value'],
    ['search_texts', 'gid'],
  ],
  custom_types: [
    ['custom_type_status_options', 'custom_type'],
    ['custom_type_memberships', 'custom_type'],
    ['access_grants', 'object'],
  ],
  teams: [
    ['team_memberships', 'team'],
    ['access_requests', 'target'],
    ['project_templates', 'team'],
    ['waiting_members', 'team'],
    ['provisioned_groups', 'team'],
    ['project_memberships', 'member'],
    ['custom_field_memberships', 'member'],
    ['custom_type_memberships', 'member'],
    ['portfolio_memberships', 'member'],
    ['goal_memberships', 'member'],
    ['custom_field_settings', 'parent'],
    ['access_grants', 'principal'],
  ],
}

/** Columns that may refer to an object of any type, and are purged with it. */
const references = [
  ['favorites', 'resource'],
  ['views', 'parent'],
  ['notifications', 'resource'],
  ['uses', 'resource'],
  ['name_words', 'object'],
  ['custom_field_choices', 'choice'],
] as const

const statements = new Map<string, Statement<{ gid: number }>>()

function statementOf(key: string, build: () => Statement<{ gid: number }>): Statement<{ gid: number }> {
  const known = statements.get(key) ?? build()
  statements.set(key, known)
  return known
}

/**
 * Objects of a table that were moved to the trash before `before`; of tasks only those without subtasks. The rows are
 * locked until the transaction ends, so that none is restored meanwhile.
 */
export async function expired(tx: Writer, table: TrashTable, before: number, limit: number): Promise<number[]> {
  const whole = table === 'tasks' ? sql`and not exists (select 1 from tasks c where c.parent = t.gid)` : sql``
  const found = statementOf(`expired ${table}`, () =>
    statement(
      (param, db) => sql<{ gid: number }>`select t.gid as gid from ${sql.table(table)} as t
        where t.deleted_at is not null and t.deleted_at < ${param('before')} ${whole} ${db.dialect.limit(param('limit'))}
        ${sql.raw(db.dialect.forNoKeyUpdate)}`,
    ),
  )
  return (await tx.all(found, { before, limit })).map(({ gid }) => gid)
}

/**
 * Rows that survive the purge of the row that they refer to: a subtask that is not in the trash, and a project or a goal
 * of a team, also when that was moved to the trash later itself.
 */
export const detached = [
  ['tasks', 'parent', 'tasks', sql`and deleted_at is null`],
  ['projects', 'team', 'teams', sql``],
  ['time_tracking_entries', 'attributable_to', 'projects', sql``],
  ['time_tracking_entries', 'category', 'time_tracking_categories', sql``],
  ['goals', 'team', 'teams', sql``],
] as const

/**
 * Clears references of surviving rows to objects that were moved to the trash before `before`, at most `limit` of each
 * kind. Returns whether there were any: call it until there are none.
 */
export async function detach(tx: Writer, before: number, limit: number): Promise<boolean> {
  let isAny = false
  for (const [table, column, above, more] of detached) {
    const detaching = statementOf(`detach ${table} ${column}`, () =>
      statement((param, { dialect }) => {
        const isLoose = sql`${sql.ref(column)} in (select a.gid from ${sql.table(above)} a
          where a.deleted_at is not null and a.deleted_at < ${param('before')}) ${more}`
        // The condition is there twice: PostgreSQL checks only the outer one again if a row was changed meanwhile.
        return sql<{ gid: number }>`update ${sql.table(table)} set ${sql.ref(column)} = null
          where ${isLoose} and gid in (
            select gid from ${sql.table(table)} where ${isLoose} ${dialect.limit(param('limit'))}) returning gid`
      }),
    )
    const loose = await tx.all(detaching, { before, limit })
    if (loose.length === 0) continue
    isAny = true
    tx.invalidations.add(EVERYTHING)
    // A project without its team grants the team nothing.
    if (table === 'projects') for (const { gid } of loose) tx.staleGrants.mark(gid, {}).principals.add(EVERY_PRINCIPAL)
  }
  return isAny
}

/** Deletes objects of a table, and every row that refers to them. */
export async function purge(tx: Writer, table: TrashTable, gids: readonly number[]): Promise<void> {
  tx.invalidations.add(EVERYTHING)
  for (const [other, column] of references) await remove(tx, other, column, gids)
  await clear(tx, table, 'gid', gids)
}

/** Deletes the rows of a table whose column contains one of `gids`, dependents first. */
async function clear(tx: Writer, table: TableName, column: string, gids: readonly number[]): Promise<void> {
  const below = dependents[table]
  if (!below) return remove(tx, table, column, gids)
  const finding = statementOf(`find ${table} ${column}`, () =>
    statement(
      (param, db) => sql<{ gid: number }>`select t.gid as gid from ${sql.table(table)} as t
        where ${db.dialect.isAmong(sql.ref(`t.${column}`), param('gids'))}`,
    ),
  )
  const own = (await tx.all(finding, { gids: tx.db.dialect.set(gids) })).map(({ gid }) => gid)
  if (own.length === 0) return
  for (const [child, key] of below) await clear(tx, child, key, own)
  await remove(tx, table, 'gid', own)
}

async function remove(tx: Writer, table: TableName, column: string, gids: readonly number[]): Promise<void> {
  if (table === 'attachments') await releaseFiles(tx, column, gids)
  const removing = statementOf(`remove ${table} ${column}`, () =>
    statement(
      (param, db) => sql`delete from ${sql.table(table)}
        where ${db.dialect.isAmong(sql.ref(column), param('gids'))}`,
    ),
  )
  await tx.all(removing, { gids: tx.db.dialect.set(gids) })
}
