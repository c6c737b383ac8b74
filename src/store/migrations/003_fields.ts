/**
 * Custom fields: definitions, options, settings, and the values of tasks.
 *
 * Whether a value is enabled is not stored: a field is enabled on a task while one of the projects of the task, or of
 * its topmost ancestor, has a setting for it. The view derives that from the current settings.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text, digest }: Dialect['types']) => `
create table custom_fields (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, name ${text} not null,
  resource_subtype ${text} not null, description ${text} not null, format ${text}, "precision" ${integer},
  currency_code ${text}, custom_label ${text}, custom_label_position ${text},
  is_global_to_workspace ${integer} not null, project ${gid}, has_notifications_enabled ${integer} not null, id_prefix ${text},
  next_id ${integer} not null, formula ${text}, input_restrictions ${text}, privacy_setting ${text} not null,
  default_access_level ${text} not null, created_by ${gid} not null references users,
  created_at ${integer} not null, deleted_at ${integer});
create index custom_fields_workspace on custom_fields (workspace, gid);
create index custom_fields_trash on custom_fields (workspace, deleted_at, gid) where deleted_at is not null;
create unique index custom_fields_name on custom_fields (workspace, ${digest('name')})
  where deleted_at is null and project is null and privacy_setting <> 'private';
create unique index custom_fields_prefix on custom_fields (workspace, id_prefix) where deleted_at is null;

create table enum_options (
  gid ${gid} primary key, custom_field ${gid} not null references custom_fields,
  workspace ${gid} not null references workspaces, name ${text} not null, color ${text} not null,
  enabled ${integer} not null, rank ${text} not null);
create unique index enum_options_order on enum_options (custom_field, rank);

create table custom_field_settings (
  gid ${gid} primary key, custom_field ${gid} not null references custom_fields, parent ${gid} not null,
  workspace ${gid} not null references workspaces, is_important ${integer} not null, rank ${text} not null);
create unique index custom_field_settings_parent on custom_field_settings (parent, custom_field);
create unique index custom_field_settings_order on custom_field_settings (parent, rank);
create index custom_field_settings_field on custom_field_settings (custom_field, parent);

create table custom_field_values (
  gid ${gid} primary key, task ${gid} not null references tasks, custom_field ${gid} not null references custom_fields,
  workspace ${gid} not null references workspaces, text_value ${text}, number_value ${text},
  enum_value ${gid} references enum_options, date_on ${text}, date_at ${integer});
create unique index custom_field_values_task on custom_field_values (task, custom_field);
create index custom_field_values_text on custom_field_values (custom_field, substr(text_value, 1, 64));

create table custom_field_choices (
  value ${gid} not null references custom_field_values, choice ${gid} not null, rank ${integer} not null,
  primary key (value, choice));

create view live_settings as
select s.parent as parent, s.custom_field as custom_field from custom_field_settings s
where not exists (select 1 from projects p where p.gid = s.parent and p.deleted_at is not null);

create view task_fields as
select m.task as task, s.custom_field as custom_field
from task_memberships m join live_settings s on s.parent = m.project
union all
select t.gid, s.custom_field
from tasks t
join task_memberships m on m.task = (
  with recursive up (gid, parent) as (
    select t.gid, t.parent union select a.gid, a.parent from up join tasks a on a.gid = up.parent)
  select up.gid from up where up.parent is null)
join live_settings s on s.parent = m.project
where t.parent is not null;

create view task_custom_fields as
select t.gid as task, f.*, v.gid as value, v.text_value as text_value,
  v.number_value as number_value, v.enum_value as enum_value, v.date_on as date_on, v.date_at as date_at
from tasks t
join custom_fields f on f.deleted_at is null and f.gid in (
  select s.custom_field from task_memberships m
    join live_settings s on s.parent = m.project where m.task = t.gid
  union all select s.custom_field from task_memberships m
    join live_settings s on s.parent = m.project where t.parent is not null and m.task = (
      with recursive up (gid, parent) as (
        select t.gid, t.parent union select a.gid, a.parent from up join tasks a on a.gid = up.parent)
      select up.gid from up where up.parent is null)
  union all select x.custom_field from custom_field_values x where x.task = t.gid)
left join custom_field_values v on v.task = t.gid and v.custom_field = f.gid
`
