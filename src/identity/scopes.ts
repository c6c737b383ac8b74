/**
 * The types that a token can read. A personal token and a session have no scopes, and so all rights of the person. An
 * application has the scopes that the person granted; `default` gives it all rights of the person.
 */
import type { Name } from '../names.ts'
import type { Actor } from './actor.ts'

/** Everything that the person may do. */
export const FULL = 'default'

/** Scopes for the identity of the person. Full permission includes them. */
export const identityScopes: readonly string[] = ['openid', 'email', 'profile']

/** Whether these scopes give all rights of the person. */
export const isFull = (scopes: readonly string[] | null): boolean => scopes === null || scopes.includes(FULL)

/** The scopes that allow reading a type; any one suffices. A type that is not listed needs full permission. */
const readScopes: Partial<Record<Name, readonly string[]>> = {
  workspace: ['workspaces:read'],
  user: ['users:read'],
  user_task_list: ['tasks:read'],
  team: ['teams:read'],
  team_membership: ['team_memberships:read'],
  project: ['projects:read'],
  // wire: contract: no operation has this scope, but a task shows its sections only with it
  section: ['project_sections:read'],
  task_counts: ['projects:read'],
  portfolio: ['portfolios:read'],
  goal: ['goals:read'],
  goal_metric: ['goals:read'],
  project_portfolio_setting: ['project_portfolio_settings:read'],
  task: ['tasks:read'],
  tag: ['tags:read'],
  story: ['stories:read'],
  project_template: ['project_templates:read'],
  task_template: ['task_templates:read'],
  attachment: ['attachments:read'],
  custom_field: ['custom_fields:read'],
  enum_option: ['custom_fields:read'],
  // wire: contract: no operation has this scope, but a task shows its type only with it
  custom_type: ['task_custom_types:read'],
  custom_type_status_option: ['task_custom_types:read'],
  // wire: contract: the settings of something are read with the scope of that thing
  time_tracking_category: ['time_tracking_categories:read'],
  time_tracking_entry: ['time_tracking_entries:read'],
  timesheet_approval_status: ['timesheet_approval_statuses:read'],
  role: ['roles:read'],
  ooo_entry: ['ooo_entries:read'],
  job: ['jobs:read'],
  webhook: ['webhooks:read'],
  custom_field_setting: ['projects:read', 'portfolios:read', 'goals:read', 'teams:read'],
}

/** Whether the scopes allow reading more than the gid of objects of this type. This is independent of access rights. */
export const mayRead = ({ scopes }: Pick<Actor, 'scopes'>, type: Name): boolean =>
  scopes === null || isFull(scopes) || (readScopes[type] ?? []).some(scope => scopes.includes(scope))
