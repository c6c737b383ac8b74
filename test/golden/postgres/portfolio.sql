-- statements: 17

-- 1 as task.sql 1

-- 2
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
where "t0"."gid" = $1 and "t0"."deleted_at" is null
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0))));

-- 3 as task.sql 6

-- 4 as task.sql 7

-- 5 as task.sql 8

-- 6 as task.sql 9

-- 7 as project.sql 6

-- 8 as project.sql 7

-- 9 as task.sql 11

-- 10 as task.sql 12

-- 11 as task.sql 18

-- 12 as project.sql 15

-- 13 as task.sql 8

-- 14 as project.sql 17

-- 15 as project.sql 12

-- 16 as my_task_list.sql 6

-- 17
select json_build_array("t0"."gid", "t0"."name") as "row"
from "portfolios" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;
