/** The rows of a store as a test reads them: whole tables, by name. */
import { sql } from 'kysely'
import type { Store } from '../../../src/store/db.ts'
import type { Tables } from '../../../src/store/tables.ts'

const tables = [
  ...(['workspaces', 'workspace_memberships', 'teams', 'team_memberships', 'user_task_lists', 'projects'] as const),
  ...(['project_memberships', 'sections', 'tasks', 'task_memberships', 'task_followers', 'tags', 'stories'] as const),
  ...(['portfolios', 'portfolio_memberships', 'portfolio_items', 'status_updates', 'project_briefs'] as const),
  ...(['goals', 'goal_memberships', 'goal_relationships'] as const),
  ...(['custom_fields', 'enum_options', 'custom_field_settings'] as const),
  ...(['memberships', 'custom_field_memberships', 'custom_type_memberships'] as const),
  ...(['project_templates', 'task_templates', 'roles'] as const),
  ...(['custom_types', 'custom_type_status_options'] as const),
]

export type Facts = { [T in (typeof tables)[number]]: Tables[T][] }

export async function factsOf({ read }: Pick<Store, 'read'>): Promise<Facts> {
  const facts: Record<string, unknown[]> = {}
  for (const table of tables) facts[table] = (await sql`select * from ${sql.table(table)}`.execute(read.db)).rows
  return facts as Facts
}
