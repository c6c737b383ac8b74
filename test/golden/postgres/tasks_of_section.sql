-- statements: 6

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when (exists (
  select 1
  from "user_task_lists" as "r0_my_tasks"
  where "r0_my_tasks"."gid" = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
or exists (
  select 1
  from "projects" as "r1_project"
  where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 4 when (exists (
  select 1
  from "user_task_lists" as "r0_my_tasks"
  where "r0_my_tasks"."gid" = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
or exists (
  select 1
  from "projects" as "r1_project"
  where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 3 when (exists (
  select 1
  from "user_task_lists" as "r0_my_tasks"
  where "r0_my_tasks"."gid" = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
or exists (
  select 1
  from "projects" as "r1_project"
  where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 2 when (exists (
  select 1
  from "user_task_lists" as "r0_my_tasks"
  where "r0_my_tasks"."gid" = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
or exists (
  select 1
  from "projects" as "r1_project"
  where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 1 else 0 end as level, json_build_array(t.workspace, t.project) as "on"
from "sections" as t
where "t"."gid" = any($2);

-- 3 as tasks_of_project.sql 3

-- 4
select json_agg("c0"), json_agg("c1")
from (
  select "l"."task", "l"."rank"
  from task_memberships l
  where l.section = $1 and not exists (
    select 1
    from tasks d
    where d.gid = "l"."task" and d.deleted_at is not null)
  order by "l"."rank", "l"."task"
  limit $2) as packed ("c0", "c1");

-- 5 as tasks_of_project.sql 5

-- 6 as task.sql 12
