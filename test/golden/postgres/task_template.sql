-- statements: 6

-- 1 as task.sql 1

-- 2
select json_build_array("t0"."gid", "t0"."name", "t0"."project", (
  select x.name
  from projects x
  where x.gid = "t0"."project"), "t0"."created_by", "t0"."created_at") as "row"
from "task_templates" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t0"."project" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))));

-- 3
select *
from "template_tasks"
where "template" = any($1) and (position = 0 or parent = 0)
order by "template", "position";

-- 4
select *
from "template_dependencies"
where "template" = any($1) and (position = 0 or dependency = 0);

-- 5 as project.sql 17

-- 6 as task_stories.sql 6
