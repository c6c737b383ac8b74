/**
 * Out-of-office entries, and agents: service accounts that are marked as one. The view shows them with the names of
 * their users.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table ooo_entries (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, "user" ${gid} not null references users,
  start_date ${text} not null, end_date ${text} not null, created_by ${gid} not null references users,
  created_at ${integer} not null);
create index ooo_entries_user on ooo_entries ("user", workspace, gid);
create index ooo_entries_end_date on ooo_entries ("user", workspace, end_date);
create index ooo_entries_workspace on ooo_entries (workspace);

alter table service_accounts add column is_agent ${integer} not null default 0;
alter table service_accounts add column description ${text};
alter table service_accounts add column behavior_guidance ${text};
create view agents as
  select s.gid, s.workspace, 'asana_teammate' as resource_subtype, u.name, u.photo, s.description, s.behavior_guidance
  from service_accounts s join users u on u.gid = s.gid where s.is_agent = 1 and s.deleted_at is null
`
