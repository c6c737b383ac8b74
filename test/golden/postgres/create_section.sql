-- statements: 19

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4
select *
from "projects"
where "gid" = $1;

-- 5
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 1 else 0 end as level
from "projects" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 6 as create_task.sql 8

-- 7
select "rank" as rank
from "sections"
where "project" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 8 as create_task_in_project.sql 6

-- 9 as create_project.sql 12

-- 10
select json_build_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select coalesce(json_agg("l0"."project"), '[]'::json)
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = $1;

-- 11 as task.sql 27

-- 12 as project.sql 17

-- 13 as task.sql 27

-- 14 as task.sql 7

-- 15 as task.sql 7

-- 16 as create_task.sql 22

-- 17 as create_task.sql 24

-- 18 as create_task.sql 25

-- 19 as create_task.sql 26
