/**
 * Portfolios, their members and items.
 *
 * `portfolio_items.item` is a project or a portfolio, so it references no table. `current_status_update` references none
 * either: a portfolio is purged together with its status updates.
 */
import type { Dialect } from '../dialect.ts'

export const derivesGrants = true

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table portfolios (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, owner ${gid} references users,
  name ${text} not null, color ${text}, archived ${integer} not null, privacy_setting ${text} not null,
  default_access_level ${text} not null, start_on ${text}, due_on ${text}, current_status_update ${gid},
  created_by ${gid} not null references users, created_at ${integer} not null,
  deleted_at ${integer}, deleted_by ${gid} references users);
create index portfolios_workspace on portfolios (workspace, gid);
create index portfolios_owner on portfolios (owner, workspace, gid);
create index portfolios_trash on portfolios (workspace, deleted_at, gid) where deleted_at is not null;
create index portfolios_deleted_at on portfolios (deleted_at) where deleted_at is not null;

create table portfolio_memberships (
  gid ${gid} primary key, portfolio ${gid} not null references portfolios, member ${gid} not null,
  workspace ${gid} not null references workspaces, access_level ${text} not null);
create unique index portfolio_memberships_portfolio on portfolio_memberships (portfolio, member);
create index portfolio_memberships_order on portfolio_memberships (portfolio, gid);
create index portfolio_memberships_member on portfolio_memberships (member, workspace, gid);
create view portfolio_user_memberships as select m.* from portfolio_memberships m
where exists (select 1 from users u where u.gid = m.member);

create table portfolio_items (
  gid ${gid} primary key, portfolio ${gid} not null references portfolios, item ${gid} not null, item_type ${text} not null,
  workspace ${gid} not null references workspaces, rank ${text} not null,
  is_access_control_inherited ${integer} not null, created_at ${integer} not null);
create unique index portfolio_items_portfolio on portfolio_items (portfolio, item);
create unique index portfolio_items_order on portfolio_items (portfolio, rank);
create index portfolio_items_settings on portfolio_items (portfolio, gid);
create index portfolio_items_item on portfolio_items (item, gid);
create index portfolio_items_inherited on portfolio_items (item, portfolio) where is_access_control_inherited = 1
`
