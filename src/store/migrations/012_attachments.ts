/**
 * Attachments, and the files that no attachment refers to.
 *
 * `parent` references no table, because several types have attachments. `file_key` references none either: the contents
 * are in the storage of files. Several attachments can have the same file.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table attachments (
  gid ${gid} primary key, parent ${gid} not null, parent_type ${text} not null,
  workspace ${gid} not null references workspaces, resource_subtype ${text} not null, name ${text} not null, url ${text}, file_key ${text}, media_type ${text},
  size ${integer}, application ${gid}, created_by ${gid} not null references users, created_at ${integer} not null,
  deleted_at ${integer}, deleted_by ${gid} references users);
create index attachments_parent on attachments (parent, gid);
create index attachments_file on attachments (file_key) where file_key is not null;
create index attachments_trash on attachments (workspace, deleted_at, gid) where deleted_at is not null;
create index attachments_deleted_at on attachments (deleted_at) where deleted_at is not null;
create table unreferenced_files (key ${text} primary key, due_at ${integer} not null);
create index unreferenced_files_due on unreferenced_files (due_at, key);
create table file_usage (workspace ${gid} primary key references workspaces, bytes ${integer} not null)
`
