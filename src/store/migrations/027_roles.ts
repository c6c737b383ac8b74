/**
 * Roles. Each existing workspace gets its four standard ones, with gids of the first millisecond that a gid can have,
 * which no object has.
 */
import type { Dialect } from '../dialect.ts'

const standard = [
  ['Guest', 'Has access only to what is shared with them.', 'guest'],
  ['Member', 'Has access to what is open to the organization, and creates projects and teams.', 'member'],
  ['Admin', 'Manages the people, teams and objects of the organization.', 'admin'],
  ['Super admin', 'Manages the organization, its administrators and its roles.', 'super_admin'],
]

const ofEachWorkspace = ([name, description, base]: readonly string[], place: number) =>
  `insert into roles (gid, workspace, name, description, is_standard_role, base_role_type, permissions,
    creation_time, modified_at)
  select row_number() over (order by gid) * 4 + ${place}, gid, '${name}', '${description}', 1, '${base}', '{}',
    created_at, created_at from workspaces`

export const statements = ({ gid, integer, text }: Dialect['types']) => [
  `create table roles (
    gid ${gid} primary key, workspace ${gid} not null references workspaces, name ${text} not null,
    description ${text} not null, is_standard_role ${integer} not null, base_role_type ${text} not null,
    permissions ${text} not null, creation_time ${integer} not null, modified_at ${integer} not null)`,
  'create index roles_workspace on roles (workspace, gid)',
  'create unique index roles_standard on roles (workspace, base_role_type) where is_standard_role = 1',
  ...standard.map(ofEachWorkspace),
  `alter table workspace_memberships add column role ${gid}`,
  `alter table workspace_memberships add column hides ${integer} not null default 0`,
  'create index workspace_memberships_role on workspace_memberships (role) where role is not null',
  'drop view active_memberships',
  'create view active_memberships as select * from workspace_memberships where is_active = 1',
]
