/**
 * Custom types, their status options, and both on tasks. A task loses its type when the type is purged: a purge clears
 * the columns.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table custom_types (
  gid ${gid} primary key, project ${gid} not null references projects, workspace ${gid} not null references workspaces,
  name ${text} not null, created_by ${gid} not null references users, created_at ${integer} not null,
  deleted_at ${integer}, deleted_by ${gid} references users);
create index custom_types_project on custom_types (project, gid);
create index custom_types_trash on custom_types (workspace, deleted_at, gid) where deleted_at is not null;
create index custom_types_deleted_at on custom_types (deleted_at) where deleted_at is not null;

create table custom_type_status_options (
  gid ${gid} primary key, custom_type ${gid} not null references custom_types,
  workspace ${gid} not null references workspaces, name ${text} not null, completion_state ${text} not null,
  color ${text} not null, enabled ${integer} not null, rank ${text} not null);
create unique index custom_type_status_options_order on custom_type_status_options (custom_type, rank);

alter table tasks add column custom_type ${gid} references custom_types on delete set null;
alter table tasks add column custom_type_status_option ${gid} references custom_type_status_options on delete set null;
create index tasks_custom_type on tasks (custom_type, gid) where custom_type is not null;
create index tasks_custom_type_status_option on tasks (custom_type_status_option, gid)
  where custom_type_status_option is not null
`
