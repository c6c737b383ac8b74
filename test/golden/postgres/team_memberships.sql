-- statements: 7

-- 1 as task.sql 1

-- 2 as project.sql 13

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."gid"
  from "team_memberships" as t
  where "t"."team" = $1 and ((exists (
    select 1
    from "teams" as "r0_team"
    where "r0_team"."gid" = "t"."team" and "r0_team"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r0_team"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r0_team"."gid" and m."user" = $2 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "r0_team"."visibility" <> 'secret') or w.is_admin = 1))))) is true
  order by "t"."gid"
  limit $3) as packed ("c0", "c1");

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."user", "t0"."team", case when exists (
  select 1
  from workspace_memberships x
  where x."user" = "t0"."user" and x.workspace = "t0"."workspace" and x.is_guest = 1) then 1 else 0 end, "t0"."is_limited_access", "t0"."is_admin")), '[]'::json) as "row"
from "team_memberships" as t0
where "t0"."gid" = any($1);

-- 5 as task.sql 9

-- 6 as project.sql 12

-- 7 as project.sql 13
