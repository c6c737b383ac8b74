/** Exports. At most one of the whole organization, and one of its resources, runs at a time; the index says so. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table exports (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, resource_type ${text} not null,
  job ${gid}, "user" ${gid} not null references users, scopes ${text}, public_url ${text} not null, parent ${gid}, parent_type ${text}, parameters ${text},
  state ${text} not null, file_bytes ${integer}, task_count ${integer}, created_at ${integer} not null,
  completed_at ${integer});
create unique index exports_running on exports (workspace, resource_type)
  where state in ('pending', 'started') and resource_type <> 'graph_export';
create index exports_parent on exports (parent, "user", gid) where parent is not null;
create index exports_created_at on exports (created_at)
`
