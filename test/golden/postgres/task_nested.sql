-- statements: 13

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3
select json_build_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."assignee", null, "t0"."name", "t0"."completed", "t0"."due_on", (
  select count(*)
  from tasks x
  where x.parent = "t0"."gid" and x.deleted_at is null), "t0"."custom_type", (
  select coalesce(json_agg("l0"."user"), '[]'::json)
  from "task_followers" as "l0"
  where "l0"."task" = "t0"."gid"), (
  select coalesce(json_agg(json_build_array("t1"."section", "t1"."project")), '[]'::json)
  from "task_memberships" as "t1"
  where "t1"."task" = "t0"."gid"), "t0"."parent", (
  select coalesce(json_agg("l0"."tag"), '[]'::json)
  from "task_tags" as "l0"
  where "l0"."task" = "t0"."gid")) as "row"
from "tasks" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;

-- 4
select json_build_array("t0"."gid", "t0"."name", "t0"."assignee") as "row"
from "tasks" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t0"."assignee" = $2
  or exists (
    select 1
    from task_followers f
    where f.task = "t0"."gid" and f."user" = $2)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t0"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))) or ("t0"."parent" is not null
  and exists (
    with recursive up (gid) as (
      select "t0"."parent"
      union
      select a.parent
      from up
      join tasks a on a.gid = up.gid
      where a.parent is not null and a.deleted_at is null)
    select 1
    from up
    join tasks a on a.gid = up.gid
    where a.deleted_at is null and ( "a"."assignee" = $2
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $2)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))));

-- 5 as task.sql 5

-- 6
select json_build_array("t0"."gid", "t0"."name", "t0"."email") as "row"
from "users" as t0
where "t0"."gid" = $1;

-- 7 as task.sql 9

-- 8 as task.sql 13

-- 9 as task.sql 5

-- 10 as task.sql 15

-- 11 as task.sql 5

-- 12
select json_build_array("t0"."gid", "t0"."name", "t0"."color") as "row"
from "tags" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;

-- 13 as task.sql 10
