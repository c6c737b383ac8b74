-- statements: 19

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3 as audit_log.sql 3

-- 4 as create_project.sql 3

-- 5
insert into portfolios ("gid", "workspace", "owner", "name", "color", "archived", "privacy_setting", "default_access_level", "start_on", "due_on", "current_status_update", "created_by", "created_at", "deleted_at", "deleted_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 6
select "gid", "member", "access_level"
from "portfolio_memberships"
where "portfolio" = ?1 and "member" in (
  select value
  from json_each(?2));

-- 7
insert into portfolio_memberships ("gid", "portfolio", "member", "workspace", "access_level")
values (?, ?, ?, ?, ?);

-- 8
select json_array("t0"."gid", "t0"."name", "t0"."color", "t0"."created_at", "t0"."created_by", (
  select json_array("t1"."gid", "t1"."title", "t1"."resource_subtype")
  from "status_updates" as "t1"
  where "t1"."gid" = "t0"."current_status_update" and "t1"."deleted_at" is null), (
  select json_group_array("l0"."gid"
  order by "l0"."rank")
  from "custom_field_settings" as "l0"
  where "l0"."parent" = "t0"."gid"), json_array((
  select json_group_array(json_array("v"."custom_field", "v"."gid", "v"."text_value", "v"."number_value", "v"."enum_value", "v"."date_on", "v"."date_at", case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then (
    select json_group_array(json_array(c.choice, c.rank))
    from custom_field_choices c
    where c.value = v.gid) end))
  from custom_field_values v
  where v.object = "t0"."gid"), (
  select json_group_array(pi.portfolio)
  from portfolio_items pi
  join portfolios pf on pf.gid = pi.portfolio and pf.deleted_at is null
  where pi.item = "t0"."gid")), "t0"."due_on", "t0"."start_on", case when "t0"."privacy_setting" = 'public_to_domain' then 1 else 0 end, "t0"."privacy_setting", "t0"."default_access_level", (
  select json_group_array("l0"."member")
  from "portfolio_memberships" as "l0"
  where "l0"."portfolio" = "t0"."gid"), "t0"."owner", "t0"."workspace") as "row"
from "portfolios" as t0
where "t0"."gid" = ?1;

-- 9 as task_stories.sql 6

-- 10 as task.sql 18

-- 11 as create_project.sql 14

-- 12 as create_project.sql 15

-- 13 as delete_task.sql 8

-- 14 as delete_task.sql 9

-- 15 as delete_task.sql 10

-- 16 as create_project.sql 21

-- 17 as create_subtask.sql 22

-- 18
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?);

-- 19 as create_task.sql 25
