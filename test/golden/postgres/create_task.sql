-- statements: 25

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as tasks_of_assignee.sql 3

-- 4 as custom_fields_of_workspace.sql 3

-- 5
insert into tasks ("gid", "workspace", "name", "notes", "html_notes", "resource_subtype", "approval_status", "completed", "completed_at", "completed_by", "custom_type", "custom_type_status_option", "start_on", "start_at", "due_on", "due_at", "assignee", "assigned_by", "assignee_status", "parent", "rank", "is_rendered_as_separator", "actual_time_minutes", "created_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28);

-- 6 as my_task_list.sql 5

-- 7
select pg_advisory_xact_lock_shared($1::bigint * 16 + 1);

-- 8
insert into task_memberships (task, project, section, workspace, rank)
values ($1, $2, $3, $4, coalesce((
  select case when rtrim(substr(first, 2, case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end), '0') <> '' then left(first, length(rtrim(substr(first, 2, case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end), '0'))) || translate(right(rtrim(substr(first, 2, case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end), '0'), 1), '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') || repeat('z', case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end - length(rtrim(substr(first, 2, case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end), '0'))) when first >= 'b' then chr(ascii(first) - 1) || repeat('z', case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end - 1) when first >= 'a' then 'Zz' else chr(ascii(first) - 1) || repeat('z', case when first >= 'a' then ascii(first) - 96 else 91 - ascii(first) end + 1) end
  from (
    select rank as first
    from task_memberships
    where section = $3
    order by rank
    limit 1 ) as top), 'a0') || $5);

-- 9
insert into task_followers ("task", "user")
values ($1, $2);

-- 10
select distinct m.task as task, f.gid as custom_field, f.workspace as workspace
from task_memberships m
join custom_field_settings s on s.parent = m.project
join custom_fields f on f.gid = s.custom_field and f.id_prefix is not null and f.deleted_at is null
join tasks t on t.gid = m.task and t.deleted_at is null
where m.task = $1 and not exists (
  select 1
  from custom_field_values v
  where v.object = m.task and v.custom_field = f.gid)
order by m.task, f.gid;

-- 11
select t.gid as gid, 'user_task_list' as type, t.workspace as workspace, null as subtype, 0 as is_deleted
from "user_task_lists" t
where "t"."gid" = any($1);

-- 12
select json_build_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."name", "t0"."resource_subtype", "t0"."approval_status", "t0"."assignee_status", "t0"."completed", "t0"."completed_at", "t0"."created_at", "t0"."modified_at", "t0"."due_on", "t0"."due_at", "t0"."start_on", "t0"."start_at", (
  select x.external
  from task_externals x
  where x.task = "t0"."gid" and x."user" = $1), "t0"."notes", "t0"."html_notes", null, (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."user")), '[]'::json)
  from "task_likes" as "t1"
  where "t1"."task" = "t0"."gid"), null, "t0"."actual_time_minutes", "t0"."assignee", case when "t0"."assignee" = $1 then (
  select x.section
  from user_task_lists l
  join task_memberships x on x.project = l.gid and x.task = "t0"."gid"
  where l.owner = $1 and l.workspace = "t0"."workspace") end, "t0"."custom_type", "t0"."custom_type_status_option", json_build_array((
  select coalesce(json_agg(json_build_array("v"."custom_field", "v"."gid", "v"."text_value", "v"."number_value", "v"."enum_value", "v"."date_on", "v"."date_at", case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then (
    select coalesce(json_agg(json_build_array(c.choice, c.rank)), '[]'::json)
    from custom_field_choices c
    where c.value = v.gid) end)), '[]'::json)
  from custom_field_values v
  where v.object = "t0"."gid"), case when "t0"."parent" is not null then (
  select coalesce(json_agg(lists.project), '[]'::json)
  from (
    select m.project
    from task_memberships m
    where m.task = "t0"."gid"
    union
    select m.project
    from task_memberships m
    where m.task = (
      with recursive up (gid, parent) as (
        select "t0"."gid", "t0"."parent"
        union
        select a.gid, a.parent
        from up
        join tasks a on a.gid = up.parent)
      select up.gid
      from up
      where up.parent is null)) as lists) end), (
  select coalesce(json_agg("l0"."user"), '[]'::json)
  from "task_followers" as "l0"
  where "l0"."task" = "t0"."gid"), (
  select coalesce(json_agg(json_build_array("t1"."project", "t1"."section")), '[]'::json)
  from "task_memberships" as "t1"
  where "t1"."task" = "t0"."gid"), "t0"."parent", (
  select coalesce(json_agg("l0"."tag"), '[]'::json)
  from "task_tags" as "l0"
  where "l0"."task" = "t0"."gid")) as "row"
from "tasks" as t0
where "t0"."gid" = $2;

-- 13 as task.sql 6

-- 14
insert into stories ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "target_type", "workspace", "type", "resource_subtype")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16);

-- 15
insert into search_texts ("gid", "object", "workspace", "custom_field", "title", "body")
values ($1, $2, $3, $4, $5, $6);

-- 16
select pg_advisory_xact_lock($1::bigint * 16 + 0);

-- 17
with added as (insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
select (e ->> 0)::bigint, (e ->> 1)::bigint, (e ->> 2)::bigint, (e ->> 3), (e ->> 4)::bigint, (e ->> 5), (e ->> 6), (e ->> 7), (e ->> 8)::bigint, (e ->> 9), (e ->> 10), (e ->> 11), (e ->> 12)::bigint, (e ->> 13), (e ->> 14), (e ->> 15), (e ->> 16), (e ->> 17)::bigint
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place returning gid, streams) insert into streams (resource, change)
select e.value::bigint, t."gid"
from "added" t, jsonb_array_elements_text(t."streams"::jsonb) e;

-- 18 as task_stories.sql 6

-- 19 as task.sql 10

-- 20
select json_build_array("t0"."gid") as "row"
from "projects" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;

-- 21 as task.sql 5

-- 22 as project.sql 17

-- 23 as task.sql 5

-- 24 as task.sql 18

-- 25
insert into commits (invalidations)
select case when exists (
  select
  from commits c
  where c.xid >= pg_snapshot_xmin($2::pg_snapshot) and (c.invalidations = '*' or not pg_visible_in_snapshot(c.xid, $2::pg_snapshot)) and (c.invalidations = '*' or ' ' || c.invalidations || ' ' like any ($3::text[]))) then null else $1 end;
