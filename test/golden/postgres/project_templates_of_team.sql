-- statements: 4

-- 1 as task.sql 1

-- 2 as project.sql 13

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."gid"
  from "project_templates" as t
  where "t"."team" = $1 and t.deleted_at is null and ((not exists (
    select 1
    from teams te
    where te.gid = "t"."team" and te.deleted_at is not null) and (exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t"."owner" = $2 or ("t"."team" is null and w.is_admin = 1) or ("t"."is_public" = 1 and (("t"."team" is null and w.is_guest = 0)
    or exists (
      select 1
      from team_memberships tm
      where tm.team = "t"."team" and tm."user" = $2 and tm.is_limited_access = 0))))) or (exists (
    select 1
    from "teams" as "r0_team"
    where "r0_team"."gid" = "t"."team" and "r0_team"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r0_team"."gid" and m."user" = $2 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
          select 1
          from team_memberships h
          where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1))))))) is true
  order by "t"."gid"
  limit $3) as packed ("c0", "c1");

-- 4
select json_build_array("t0"."gid", "t0"."name") as "row"
from "project_templates" as t0
where "t0"."gid" = $1;
