-- statements: 25

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
select m."user" as "user", m.gid as gid, m.is_active as is_active, m.is_admin as is_admin, m.is_guest as is_guest, m.is_service as is_service
from workspace_memberships m
where m.workspace = $1 and "m"."user" = any($2)
order by m."user" for no key update;

-- 4
insert into projects ("gid", "workspace", "name", "icon", "default_view", "default_access_level", "owner", "team", "minimum_access_level_for_customization", "minimum_access_level_for_sharing", "archived", "color", "privacy_setting", "start_on", "due_on", "notes", "html_notes", "completed", "completed_at", "completed_by", "current_status_update", "created_from_template", "created_at", "modified_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26);

-- 5
select "gid", "member", "access_level", "is_follower"
from "project_memberships"
where "project" = $1 and "member" = any($2);

-- 6
insert into project_memberships ("gid", "project", "member", "workspace", "access_level", "is_follower")
values ($1, $2, $3, $4, $5, $6);

-- 7 as create_project.sql 5

-- 8
select *
from project_memberships
where "project" = $1 and "member" = $2 for no key update;

-- 9
update project_memberships
set "access_level" = $1
where "project" = $2 and "member" = $3;

-- 10
insert into sections ("gid", "project", "workspace", "name", "rank", "created_at")
values ($1, $2, $3, $4, $5, $6);

-- 11
select json_build_array("t0"."gid", "t0"."name", "t0"."archived", "t0"."color", "t0"."icon", "t0"."created_at", "t0"."modified_at", "t0"."completed", "t0"."completed_at", "t0"."completed_by", (
  select json_build_array("t1"."gid", "t1"."title")
  from "status_updates" as "t1"
  where "t1"."gid" = "t0"."current_status_update" and "t1"."deleted_at" is null), (
  select json_build_array("t1"."gid", "t1"."title", "t1"."resource_subtype")
  from "status_updates" as "t1"
  where "t1"."gid" = "t0"."current_status_update" and "t1"."deleted_at" is null), (
  select coalesce(json_agg("l0"."gid"
  order by "l0"."rank"), '[]'::json)
  from "custom_field_settings" as "l0"
  where "l0"."parent" = "t0"."gid"), json_build_array((
  select coalesce(json_agg(json_build_array("v"."custom_field", "v"."gid", "v"."text_value", "v"."number_value", "v"."enum_value", "v"."date_on", "v"."date_at", case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then (
    select coalesce(json_agg(json_build_array(c.choice, c.rank)), '[]'::json)
    from custom_field_choices c
    where c.value = v.gid) end)), '[]'::json)
  from custom_field_values v
  where v.object = "t0"."gid"), (
  select coalesce(json_agg(pi.portfolio), '[]'::json)
  from portfolio_items pi
  join portfolios pf on pf.gid = pi.portfolio and pf.deleted_at is null
  where pi.item = "t0"."gid")), "t0"."default_view", "t0"."due_on", "t0"."start_on", "t0"."notes", "t0"."html_notes", case when "t0"."privacy_setting" = 'public_to_workspace' then 1 else 0 end, "t0"."privacy_setting", "t0"."default_access_level", "t0"."minimum_access_level_for_customization", "t0"."minimum_access_level_for_sharing", (
  select coalesce(json_agg("l0"."member"), '[]'::json)
  from "project_memberships" as "l0"
  where "l0"."project" = "t0"."gid"), (
  select coalesce(json_agg("l0"."member"), '[]'::json)
  from "project_followers" as "l0"
  where "l0"."project" = "t0"."gid"), "t0"."owner", "t0"."team", "t0"."workspace") as "row"
from "projects" as t0
where "t0"."gid" = $1;

-- 12 as task_stories.sql 6

-- 13
with wanted (gid, principal) as (
  select (e ->> 0)::bigint, (e ->> 1)::bigint
  from jsonb_array_elements($1::jsonb)
  with ordinality as r (e, place)
  order by r.place), derived as (
  select object, kind, principal, max(level) as level, workspace
  from (
    select o.gid as object, 1 as kind, 2 as principal, case p.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p
    where p.gid = o.gid and p.privacy_setting = 'public_to_workspace' and o.principal = 0
    union all
    select o.gid as object, 1 as kind, 2 as principal, case p.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p
    where p.gid = o.gid and p.privacy_setting = 'public_to_workspace' and o.principal = 2
    union all
    select o.gid as object, 2 as kind, p.team as principal, case p.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p
    where p.gid = o.gid and p.privacy_setting <> 'private' and p.team is not null and o.principal = 0
    union all
    select o.gid as object, 2 as kind, p.team as principal, case p.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p
    where p.gid = o.gid and p.privacy_setting <> 'private' and p.team is not null and o.principal = p.team
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p cross
    join project_memberships m
    left
    join teams te on te.gid = m.member
    where p.gid = o.gid and m.project = p.gid and o.principal = 0
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p cross
    join project_memberships m
    left
    join teams te on te.gid = m.member
    where p.gid = o.gid and m.project = p.gid and o.principal = m.member
    union all
    select o.gid as object, 1 as kind, 2 as principal, case f.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p cross
    join portfolio_items i cross
    join portfolios f
    where p.gid = o.gid and i.item = p.gid and i.is_access_control_inherited = 1 and f.gid = i.portfolio and f.deleted_at is null and f.privacy_setting = 'public_to_domain' and o.principal = 0
    union all
    select o.gid as object, 1 as kind, 2 as principal, case f.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p cross
    join portfolio_items i cross
    join portfolios f
    where p.gid = o.gid and i.item = p.gid and i.is_access_control_inherited = 1 and f.gid = i.portfolio and f.deleted_at is null and f.privacy_setting = 'public_to_domain' and o.principal = 2
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p cross
    join portfolio_items i cross
    join portfolios f cross
    join portfolio_memberships m
    left
    join teams te on te.gid = m.member
    where p.gid = o.gid and i.item = p.gid and i.is_access_control_inherited = 1 and f.gid = i.portfolio and f.deleted_at is null and m.portfolio = f.gid and o.principal = 0
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, p.workspace as workspace
    from wanted o cross
    join projects p cross
    join portfolio_items i cross
    join portfolios f cross
    join portfolio_memberships m
    left
    join teams te on te.gid = m.member
    where p.gid = o.gid and i.item = p.gid and i.is_access_control_inherited = 1 and f.gid = i.portfolio and f.deleted_at is null and m.portfolio = f.gid and o.principal = m.member
    union all
    select o.gid as object, 1 as kind, 2 as principal, case f.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, f.workspace as workspace
    from wanted o cross
    join portfolios f
    where f.gid = o.gid and f.privacy_setting = 'public_to_domain' and o.principal = 0
    union all
    select o.gid as object, 1 as kind, 2 as principal, case f.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, f.workspace as workspace
    from wanted o cross
    join portfolios f
    where f.gid = o.gid and f.privacy_setting = 'public_to_domain' and o.principal = 2
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, f.workspace as workspace
    from wanted o cross
    join portfolios f cross
    join portfolio_memberships m
    left
    join teams te on te.gid = m.member
    where f.gid = o.gid and m.portfolio = f.gid and o.principal = 0
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, f.workspace as workspace
    from wanted o cross
    join portfolios f cross
    join portfolio_memberships m
    left
    join teams te on te.gid = m.member
    where f.gid = o.gid and m.portfolio = f.gid and o.principal = m.member
    union all
    select o.gid as object, 1 as kind, 2 as principal, case a.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, a.workspace as workspace
    from wanted o cross
    join goals a
    where a.gid = o.gid and a.privacy_setting = 'public_to_workspace' and o.principal = 0
    union all
    select o.gid as object, 1 as kind, 2 as principal, case a.default_access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, a.workspace as workspace
    from wanted o cross
    join goals a
    where a.gid = o.gid and a.privacy_setting = 'public_to_workspace' and o.principal = 2
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, a.workspace as workspace
    from wanted o cross
    join goals a cross
    join goal_memberships m
    left
    join teams te on te.gid = m.member
    where a.gid = o.gid and m.goal = a.gid and o.principal = 0
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'viewer' then 1 when 'commenter' then 2 when 'editor' then 3 when 'admin' then 4 else 0 end as level, a.workspace as workspace
    from wanted o cross
    join goals a cross
    join goal_memberships m
    left
    join teams te on te.gid = m.member
    where a.gid = o.gid and m.goal = a.gid and o.principal = m.member
    union all
    select o.gid as object, 3 as kind, f.created_by as principal, 4 as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and o.principal = 0
    union all
    select o.gid as object, 3 as kind, f.created_by as principal, 4 as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and o.principal = f.created_by
    union all
    select o.gid as object, 1 as kind, 3 as principal, 4 as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and o.principal = 0
    union all
    select o.gid as object, 1 as kind, 3 as principal, 4 as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and o.principal = 3
    union all
    select o.gid as object, 1 as kind, 2 as principal, case f.default_access_level when 'admin' then 4 when 'editor' then 3 else 2 end as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and f.privacy_setting in ('public', 'public_with_guests') and o.principal = 0
    union all
    select o.gid as object, 1 as kind, 2 as principal, case f.default_access_level when 'admin' then 4 when 'editor' then 3 else 2 end as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and f.privacy_setting in ('public', 'public_with_guests') and o.principal = 2
    union all
    select o.gid as object, 1 as kind, 1 as principal, 2 as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and f.privacy_setting in ('public_with_guests') and o.principal = 0
    union all
    select o.gid as object, 1 as kind, 1 as principal, 2 as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f
    where f.gid = o.gid and f.privacy_setting in ('public_with_guests') and o.principal = 1
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'admin' then 4 when 'editor' then 3 else 2 end as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f cross
    join custom_field_memberships m
    left
    join teams te on te.gid = m.member
    where f.gid = o.gid and m.custom_field = f.gid and o.principal = 0
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'admin' then 4 when 'editor' then 3 else 2 end as level, f.workspace as workspace
    from wanted o cross
    join custom_fields f cross
    join custom_field_memberships m
    left
    join teams te on te.gid = m.member
    where f.gid = o.gid and m.custom_field = f.gid and o.principal = m.member
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'admin' then 4 when 'editor' then 3 when 'user' then 2 else 1 end as level, y.workspace as workspace
    from wanted o cross
    join custom_types y cross
    join custom_type_memberships m
    left
    join teams te on te.gid = m.member
    where y.gid = o.gid and m.custom_type = y.gid and o.principal = 0
    union all
    select o.gid as object, case when te.gid is null then 3 else 2 end as kind, m.member as principal, case m.access_level when 'admin' then 4 when 'editor' then 3 when 'user' then 2 else 1 end as level, y.workspace as workspace
    from wanted o cross
    join custom_types y cross
    join custom_type_memberships m
    left
    join teams te on te.gid = m.member
    where y.gid = o.gid and m.custom_type = y.gid and o.principal = m.member) as candidates
  where level > 0
  group by object, kind, principal, workspace), stored as (
  select g.object, g.kind, g.principal, g.level, g.workspace
  from wanted o cross
  join access_grants g
  where g.object = o.gid and g.kind in (1,2,3) and o.principal = 0
  union all
  select g.object, g.kind, g.principal, g.level, g.workspace
  from wanted o cross
  join access_grants g
  where g.object = o.gid and g.kind in (1,2,3) and o.principal = g.principal)
select 1 as is_missing, d.*
from (
  select *
  from derived except
  select *
  from stored) as d
union all
select 0, s.*
from (
  select *
  from stored except
  select *
  from derived) as s;

-- 14
insert into access_grants ("object", "kind", "principal", "level", "workspace")
values ($1, $2, $3, $4, $5);

-- 15 as task.sql 18

-- 16 as create_task.sql 11

-- 17 as delete_task.sql 10

-- 18 as create_task.sql 16

-- 19 as delete_task.sql 12

-- 20 as delete_task.sql 13

-- 21 as create_task.sql 15

-- 22
insert into name_words ("workspace", "resource_type", "word", "object")
values ($1, $2, $3, $4);

-- 23 as create_task.sql 16

-- 24 as create_task.sql 17

-- 25 as create_task.sql 25
