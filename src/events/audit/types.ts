/** The event types of the audit log, with their categories. */

import { type TrashName, trashTypes } from '../../store/queries/objects.ts'

type TrashEvent = `${TrashName}_${'deleted' | 'undeleted'}`

/** Two event types for each type that has a trash. */
const ofTrash = Object.fromEntries(
  trashTypes.flatMap(({ type }) => [`${type}_deleted`, `${type}_undeleted`]).map(event => [event, 'deletion']),
) as Record<TrashEvent, 'deletion'>

// wire: resource-behaviours 3: the names of types and categories; those of `installation`, `oauth_app`, `timesheet`, `role`
// and `agent` are ours
export const categories = {
  user_login_succeeded: 'logins',
  user_login_failed: 'logins',
  user_logged_out: 'logins',
  user_invited: 'user_updates',
  user_deprovisioned: 'user_updates',
  user_reprovisioned: 'user_updates',
  user_forgot_password_started: 'user_updates',
  user_password_reset: 'user_updates',
  user_password_changed: 'user_updates',
  workspace_required_sso_provider_settings_changed: 'admin_settings',
  installation_administrator_added: 'admin_settings',
  installation_administrator_removed: 'admin_settings',
  workspace_associated_email_domain_added: 'admin_settings',
  workspace_associated_email_domain_removed: 'admin_settings',
  user_workspace_admin_role_changed: 'roles',
  role_created: 'roles',
  role_changed: 'roles',
  role_deleted: 'roles',
  team_privacy_settings_changed: 'access_control',
  team_member_added: 'access_control',
  team_member_removed: 'access_control',
  project_member_added: 'access_control',
  project_member_removed: 'access_control',
  project_privacy_settings_changed: 'access_control',
  portfolio_member_added: 'access_control',
  portfolio_member_removed: 'access_control',
  user_app_authorized: 'apps',
  user_app_revoked: 'apps',
  oauth_app_created: 'apps',
  oauth_app_secret_renewed: 'apps',
  oauth_app_deleted: 'apps',
  oauth_app_owner_left: 'apps',
  user_personal_access_token_authorized: 'apps',
  user_personal_access_token_revoked: 'apps',
  service_account_created: 'apps',
  service_account_deleted: 'apps',
  service_account_name_changed: 'apps',
  agent_created: 'apps',
  agent_deleted: 'apps',
  timesheet_approval_status_changed: 'timesheets',
  team_created: 'creation',
  attachment_uploaded: 'creation',
  task_permanently_deleted: 'deletion',
  comment_deleted: 'deletion',
  comment_undeleted: 'deletion',
  ...ofTrash,
} as const

export type EventType = keyof typeof categories

export const isEventType = (text: string): text is EventType => Object.hasOwn(categories, text)
