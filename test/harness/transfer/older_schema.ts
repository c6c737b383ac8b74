/** Reverts the schema of a store to that of version 6, as if a version older than this one had created it. */
import type { Dialect } from '../../../src/store/dialect.ts'
import { statements as fieldStatements } from '../../../src/store/migrations/003_fields.ts'

/** Tables that later migrations create, each before those that it references. */
export const newerTables = [
  ...['shared_counters', 'instances', 'access_grants', 'commits', 'status_update_likes', 'status_updates'],
  ...['portfolio_items', 'portfolio_memberships', 'portfolios'],
]

const dropStatusColumn = 'alter table projects drop column current_status_update'

/** Statements after which the rows of older tables have the columns of version 6, but not its declarations. */
export const revertColumns = [
  dropStatusColumn,
  'alter table custom_field_values drop column object_type',
  'alter table custom_field_values rename column object to task',
]

/** Statements that create the values of custom fields as version 6 declares them, and keep the rows. */
const revertValues = (types: Dialect['types']) => [
  'create table newer_values as select * from custom_field_values',
  'create table newer_choices as select * from custom_field_choices',
  'drop table custom_field_choices',
  'drop table custom_field_values',
  ...fieldStatements(types)
    .split(';')
    .filter(text => /custom_field_(values|choices)/.test(text)),
  // Generated rows have any gid there, and the older table refers to tasks.
  `insert into custom_field_values select gid, coalesce((select t.gid from tasks t where t.gid = object),
    (select min(t.gid) from tasks t)), custom_field, workspace, text_value, number_value, enum_value,
    date_on, date_at from newer_values`,
  'insert into custom_field_choices select * from newer_choices',
  'drop table newer_choices',
  'drop table newer_values',
]

/** Statements that revert the schema to version 6. */
export const revertSchema = (types: Dialect['types']): string[] => [
  ...['portfolio_user_memberships', 'item_fields', 'user_fields'].map(name => `drop view ${name}`),
  ...newerTables.map(name => `drop table ${name}`),
  'drop index tasks_deleted',
  dropStatusColumn,
  ...revertValues(types),
  'delete from schema_versions where version > 6',
]
