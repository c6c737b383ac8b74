-- statements: 5

-- 1 as task.sql 1

-- 2
select json_build_array("t0"."gid", "t0"."name", "t0"."description", "t0"."html_description", "t0"."is_public", "t0"."owner", "t0"."team", "t0"."requested_dates", "t0"."color", "t0"."requested_roles") as "row"
from "project_templates" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null and (not exists (
  select 1
  from teams te
  where te.gid = "t0"."team" and te.deleted_at is not null) and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t0"."owner" = $2 or ("t0"."team" is null and w.is_admin = 1) or ("t0"."is_public" = 1 and (("t0"."team" is null and w.is_guest = 0)
  or exists (
    select 1
    from team_memberships tm
    where tm.team = "t0"."team" and tm."user" = $2 and tm.is_limited_access = 0))))) or (exists (
  select 1
  from "teams" as "r0_team"
  where "r0_team"."gid" = "t0"."team" and "r0_team"."deleted_at" is null
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
        where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1))))));

-- 3 as task_stories.sql 6

-- 4 as project.sql 12

-- 5 as project.sql 13
