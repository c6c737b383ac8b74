-- statements: 16

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select *
from "projects"
where "gid" = ?1;

-- 4
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 1 else 0 end as level
from "projects" as t
where "t"."gid" in (
  select value
  from json_each(?2)) and t.deleted_at is null;

-- 5
select "rank" as rank
from "sections"
where "project" = ?1 and rank < ?2
order by "rank" desc
limit 1;

-- 6 as create_task_in_project.sql 5

-- 7 as create_project.sql 11

-- 8
select json_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select json_group_array("l0"."project")
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = ?1;

-- 9 as section.sql 3

-- 10 as project.sql 13

-- 11 as section.sql 3

-- 12 as task.sql 5

-- 13 as task.sql 5

-- 14 as create_task.sql 20

-- 15 as comment.sql 11

-- 16
insert into streams (resource, change)
values (?, ?), (?, ?);
