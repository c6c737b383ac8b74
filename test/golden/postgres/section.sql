-- statements: 5

-- 1 as task.sql 1

-- 2
select json_build_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select coalesce(json_agg("l0"."project"), '[]'::json)
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = $1 and (exists (
  select 1
  from "user_task_lists" as "r0_my_tasks"
  where "r0_my_tasks"."gid" = "t0"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $2)))
or exists (
  select 1
  from "projects" as "r1_project"
  where "r1_project"."gid" = "t0"."project" and "r1_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))));

-- 3 as project.sql 17

-- 4 as project.sql 17

-- 5 as task.sql 5
