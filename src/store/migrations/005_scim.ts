/** Provisioning: attributes of people and teams that SCIM clients store, separate for each organization. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text, hashed }: Dialect['types']) => `
alter table teams add column name_key ${text} not null default '';
update teams set name_key = lower(name);
create index teams_name on teams (organization, name_key);

create table provisioned_users (
  membership ${gid} primary key references workspace_memberships, user_name ${text}, external_id ${text},
  account_name ${text}, formatted ${text}, given_name ${text}, family_name ${text}, title ${text},
  preferred_language ${text}, department ${text}, cost_center ${text}, organization ${text}, division ${text},
  employee_number ${text}, manager ${text}, modified_at ${integer} not null, deleted_at ${integer});
create index provisioned_users_external_id on provisioned_users ${hashed} (external_id) where external_id is not null;

create table provisioned_entries (
  membership ${gid} not null references workspace_memberships, workspace ${gid} not null references workspaces,
  kind ${text} not null, position ${integer} not null, value ${text}, value_key ${text}, type ${text},
  is_primary ${integer} not null, formatted ${text}, street_address ${text}, locality ${text}, region ${text},
  postal_code ${text}, country ${text}, primary key (membership, kind, position));
create index provisioned_entries_value on provisioned_entries ${hashed} (value_key);

create table provisioned_groups (
  team ${gid} primary key references teams, external_id ${text}, modified_at ${integer} not null);
create index provisioned_groups_external_id on provisioned_groups ${hashed} (external_id) where external_id is not null;

create table waiting_members (
  gid ${gid} primary key, team ${gid} not null references teams, "user" ${gid} not null references users,
  workspace ${gid} not null references workspaces);
create unique index waiting_members_team on waiting_members (team, "user");
create index waiting_members_user on waiting_members ("user", workspace)
`
