/**
 * Status updates, and the latest one of each project.
 *
 * `parent` references no table, so that other types than projects can have status updates. `current_status_update`
 * references none either: a project is purged together with its status updates.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table status_updates (
  gid ${gid} primary key, parent ${gid} not null, workspace ${gid} not null references workspaces,
  resource_subtype ${text} not null, status_type ${text} not null, title ${text} not null, text ${text} not null,
  html_text ${text}, created_by ${gid} not null references users, created_at ${integer} not null,
  modified_at ${integer} not null, deleted_at ${integer}, deleted_by ${gid} references users);
create index status_updates_parent on status_updates (parent, gid);
create index status_updates_trash on status_updates (workspace, deleted_at, gid) where deleted_at is not null;
create index status_updates_deleted_at on status_updates (deleted_at) where deleted_at is not null;

create table status_update_likes (
  gid ${gid} primary key, status_update ${gid} not null references status_updates,
  "user" ${gid} not null references users);
create unique index status_update_likes_status on status_update_likes (status_update, "user");

alter table projects add column current_status_update ${gid}
`
