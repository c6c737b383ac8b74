-- statements: 20

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3 as audit_log.sql 3

-- 4 as create_project.sql 3

-- 5
insert into portfolios ("gid", "workspace", "owner", "name", "color", "archived", "privacy_setting", "default_access_level", "start_on", "due_on", "current_status_update", "created_by", "created_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- 6
select "gid", "member", "access_level"
from "portfolio_memberships"
where "portfolio" = $1 and "member" = any($2);

-- 7
insert into portfolio_memberships ("gid", "portfolio", "member", "workspace", "access_level")
values ($1, $2, $3, $4, $5);

-- 8 as create_project.sql 13

-- 9
select json_build_array("t0"."gid", "t0"."name", "t0"."color", "t0"."created_at", "t0"."created_by", (
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
  where pi.item = "t0"."gid")), "t0"."due_on", "t0"."start_on", case when "t0"."privacy_setting" = 'public_to_domain' then 1 else 0 end, "t0"."privacy_setting", "t0"."default_access_level", (
  select coalesce(json_agg("l0"."member"), '[]'::json)
  from "portfolio_memberships" as "l0"
  where "l0"."portfolio" = "t0"."gid"), "t0"."owner", "t0"."workspace") as "row"
from "portfolios" as t0
where "t0"."gid" = $1;

-- 10 as task_stories.sql 6

-- 11 as create_project.sql 14

-- 12 as delete_task.sql 10

-- 13 as create_task.sql 16

-- 14 as delete_task.sql 12

-- 15 as task.sql 18

-- 16 as delete_task.sql 13

-- 17 as create_project.sql 22

-- 18 as create_task.sql 16

-- 19 as create_task.sql 17

-- 20 as create_task.sql 25
