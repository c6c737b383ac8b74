/** Every type of event in the audit log that the program tells, with its category. */

// wire: resource-behaviours 3: the names of types and categories
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
  workspace_associated_email_domain_added: 'admin_settings',
  workspace_associated_email_domain_removed: 'admin_settings',
  user_workspace_admin_role_changed: 'roles',
  team_privacy_settings_changed: 'access_control',
  team_member_added: 'access_control',
  team_member_removed: 'access_control',
  project_member_added: 'access_control',
  project_member_removed: 'access_control',
  project_privacy_settings_changed: 'access_control',
  user_app_authorized: 'apps',
  user_app_revoked: 'apps',
  user_personal_access_token_authorized: 'apps',
  user_personal_access_token_revoked: 'apps',
  service_account_created: 'apps',
  service_account_deleted: 'apps',
  service_account_name_changed: 'apps',
  team_created: 'creation',
  task_deleted: 'deletion',
  task_undeleted: 'deletion',
  task_permanently_deleted: 'deletion',
  project_deleted: 'deletion',
  project_undeleted: 'deletion',
  custom_field_deleted: 'deletion',
  custom_field_undeleted: 'deletion',
  team_deleted: 'deletion',
  team_undeleted: 'deletion',
  story_deleted: 'deletion',
  story_undeleted: 'deletion',
  comment_deleted: 'deletion',
  comment_undeleted: 'deletion',
} as const

export type EventType = keyof typeof categories

export const isEventType = (text: string): text is EventType => Object.hasOwn(categories, text)
