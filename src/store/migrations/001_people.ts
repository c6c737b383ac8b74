/** People: workspaces, users, teams, memberships, tokens. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table settings (name ${text} primary key, value ${text} not null);

create table workspaces (
  gid ${gid} primary key, name ${text} not null, is_organization ${integer} not null,
  email_domains ${text} not null, plan ${text} not null, created_at ${integer} not null);
create table workspace_domains (
  domain ${text} not null, workspace ${gid} not null references workspaces, primary key (domain, workspace));

create table users (
  gid ${gid} primary key, name ${text} not null, email ${text} not null unique, time_zone ${text} not null,
  photo ${text}, created_at ${integer} not null);

create table tokens (
  gid ${gid} primary key, "user" ${gid} not null references users, hash ${text} not null unique,
  kind ${text} not null, name ${text} not null, scopes ${text}, application ${gid}, refresh_token ${gid},
  created_at ${integer} not null, expires_at ${integer}, last_used_at ${integer});
create index tokens_user on tokens ("user", kind);
create index tokens_application on tokens (application) where application is not null;
create index tokens_refresh_token on tokens (refresh_token) where refresh_token is not null;

create table workspace_memberships (
  gid ${gid} primary key, "user" ${gid} not null references users, workspace ${gid} not null references workspaces,
  is_active ${integer} not null, is_admin ${integer} not null, is_guest ${integer} not null,
  is_view_only ${integer} not null, is_service ${integer} not null, created_at ${integer} not null);
create unique index workspace_memberships_user on workspace_memberships ("user", workspace);
create index workspace_memberships_rights
  on workspace_memberships ("user", workspace, is_active, is_guest, is_view_only, is_admin, is_service);
create index workspace_memberships_workspace on workspace_memberships (workspace, gid);
create index workspace_memberships_order on workspace_memberships (workspace, "user");
create view active_memberships as select * from workspace_memberships where is_active = 1;

create table teams (
  gid ${gid} primary key, organization ${gid} not null references workspaces, name ${text} not null,
  description ${text} not null, html_description ${text}, visibility ${text} not null,
  edit_team_name_or_description_access_level ${text} not null,
  edit_team_visibility_or_trash_team_access_level ${text} not null,
  member_invite_management_access_level ${text} not null, guest_invite_management_access_level ${text} not null,
  join_request_management_access_level ${text} not null, team_member_removal_access_level ${text} not null,
  team_content_management_access_level ${text} not null, endorsed ${integer} not null,
  created_at ${integer} not null, deleted_at ${integer});
create index teams_organization on teams (organization, gid);
create index teams_trash on teams (organization, deleted_at, gid) where deleted_at is not null;

create table team_memberships (
  gid ${gid} primary key, team ${gid} not null references teams, "user" ${gid} not null references users,
  workspace ${gid} not null references workspaces, is_admin ${integer} not null,
  is_limited_access ${integer} not null);
create unique index team_memberships_team on team_memberships (team, "user");
create index team_memberships_user on team_memberships ("user", team);
create index team_memberships_order on team_memberships (team, gid);

create table user_task_lists (
  gid ${gid} primary key, owner ${gid} not null references users, workspace ${gid} not null references workspaces,
  name ${text} not null);
create unique index user_task_lists_owner on user_task_lists (owner, workspace);

create table favorites (
  "user" ${gid} not null references users, workspace ${gid} not null references workspaces,
  resource_type ${text} not null, resource ${gid} not null, rank ${text} not null,
  primary key ("user", resource));
create index favorites_order on favorites ("user", workspace, resource_type, rank)
`
