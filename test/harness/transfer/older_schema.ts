/** Reverts the schema of a store to that of version 6, as if a version older than this one had created it. */

/** Tables that later migrations create, each before those that it references. */
export const newerTables = [
  ...['shared_counters', 'instances', 'access_grants', 'commits', 'status_update_likes', 'status_updates'],
  ...['portfolio_items', 'portfolio_memberships', 'portfolios'],
]

/** Statements that revert what later migrations add to older tables. */
export const revertColumns = [
  'alter table projects drop column current_status_update',
  'alter table custom_field_values drop column object_type',
  'alter table custom_field_values rename column object to task',
]

/** Statements that revert the schema to version 6. */
export const revertSchema = [
  ...['portfolio_user_memberships', 'item_fields', 'user_fields'].map(name => `drop view ${name}`),
  // A later migration deletes this view.
  'create view task_custom_fields as select 1 as task',
  ...newerTables.map(name => `drop table ${name}`),
  'drop index tasks_deleted',
  ...revertColumns,
  'delete from schema_versions where version > 6',
]
