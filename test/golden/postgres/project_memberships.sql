-- statements: 3

-- 1 as tasks_of_project.sql 1

-- 2
select t.gid, "t"."gid"
from "project_memberships" as t
where "t"."project" = $1
order by "t"."gid"
limit $2;

-- 3
select coalesce(json_agg(json_build_array("t0"."gid", coalesce((
  select json_build_array('user', json_build_array("t1"."gid", "t1"."name"))
  from "users" as "t1"
  where "t1"."gid" = "t0"."member" ), (
  select json_build_array('team', json_build_array("t1"."gid", "t1"."name"))
  from "teams" as "t1"
  where "t1"."gid" = "t0"."member" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "t1"."gid" and m."user" = $1 ) or (w.is_guest = 0 and "t1"."visibility" <> 'secret') or w.is_admin = 1)))), "t0"."access_level")), '[]'::json) as "row"
from "project_memberships" as t0
where "t0"."gid" = any($2);
