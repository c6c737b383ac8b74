/**
 * Portfolios, their members and items, and custom field values of other objects than tasks.
 *
 * - `portfolio_items.item` is a project or a portfolio, so it references no table. `current_status_update` references none
 *   either: a portfolio is purged together with its status updates.
 * - The values of tasks are copied, because no statement of SQLite removes a reference from a column.
 */
import type { Dialect } from '../dialect.ts'

export const derivesGrants = true

export const statements = ({ gid, integer, text }: Dialect['types']) => `
${portfolios({ gid, integer, text })};
${values({ gid, integer, text })}
`

type ColumnTypes = Pick<Dialect['types'], 'gid' | 'integer' | 'text'>

const portfolios = ({ gid, integer, text }: ColumnTypes) => `
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

const values = ({ gid, integer, text }: ColumnTypes) => `
create table earlier_values as select * from custom_field_values;
create table earlier_choices as select * from custom_field_choices;
drop view task_custom_fields;
drop table custom_field_choices;
drop table custom_field_values;

create table custom_field_values (
  gid ${gid} primary key, object ${gid} not null, object_type ${text} not null,
  custom_field ${gid} not null references custom_fields,
  workspace ${gid} not null references workspaces, text_value ${text}, number_value ${text},
  enum_value ${gid} references enum_options, date_on ${text}, date_at ${integer});
insert into custom_field_values
select gid, task, 'task', custom_field, workspace, text_value, number_value, enum_value, date_on, date_at
from earlier_values;
create unique index custom_field_values_object on custom_field_values (object, custom_field);
create index custom_field_values_text on custom_field_values (custom_field, substr(text_value, 1, 64));

create table custom_field_choices (
  value ${gid} not null references custom_field_values, choice ${gid} not null, rank ${integer} not null,
  primary key (value, choice));
insert into custom_field_choices select value, choice, rank from earlier_choices;
drop table earlier_choices;
drop table earlier_values;

create view item_fields as
select i.item as item, s.custom_field as custom_field
from portfolio_items i
join portfolios p on p.gid = i.portfolio and p.deleted_at is null
join custom_field_settings s on s.parent = i.portfolio;

create view user_fields as
select m."user" as "user", s.custom_field as custom_field
from team_memberships m
join teams t on t.gid = m.team and t.deleted_at is null
join custom_field_settings s on s.parent = m.team
`
