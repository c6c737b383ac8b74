/**
 * The wire names of all resource types. Declarations reference each other by these strings instead of imports, which is
 * why there are no import cycles.
 */
export const names = [
  'workspace',
  'workspace_membership',
  'user',
  'user_task_list',
  'team',
  'team_membership',
  'project',
  'project_membership',
  'membership',
  'access_request',
  'section',
  'task_counts',
  'task',
  'tag',
  'story',
  'portfolio',
  'portfolio_membership',
  'project_portfolio_setting',
  'status_update',
  'project_status',
  'project_brief',
  'reaction',
  'project_template',
  'task_template',
  'attachment',
  'custom_field',
  'enum_option',
  'custom_field_setting',
  'custom_type',
  'custom_type_status_option',
  'event',
  'webhook',
  'audit_log_event',
  'batch_response',
  'job',
  'rule_trigger',
] as const

export type Name = (typeof names)[number]
