-- statements: 17

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 6

-- 4 as tasks_of_project.sql 4

-- 5 as tasks_of_project.sql 5

-- 6 as task.sql 1

-- 7
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."name", "t0"."completed", "t0"."due_on", (
  select count(*)
  from tasks x
  where x.parent = "t0"."gid" and x.deleted_at is null), "t0"."assignee", (
  select coalesce(json_agg("l0"."user"), '[]'::json)
  from "task_followers" as "l0"
  where "l0"."task" = "t0"."gid"), (
  select coalesce(json_agg(json_build_array("t1"."section", "t1"."project")), '[]'::json)
  from "task_memberships" as "t1"
  where "t1"."task" = "t0"."gid"), (
  select json_build_array("t1"."gid", "t1"."name", "t1"."assignee")
  from "tasks" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t1"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "t1"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t1"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))) or ("t1"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "t1"."parent"
        union
        select a.parent
        from up
        join tasks a on a.gid = up.gid
        where a.parent is not null and a.deleted_at is null)
      select 1
      from up
      join tasks a on a.gid = up.gid
      where a.deleted_at is null and ( "a"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null and (exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))), (
  select coalesce(json_agg("l0"."tag"), '[]'::json)
  from "task_tags" as "l0"
  where "l0"."task" = "t0"."gid"))), '[]'::json) as "row"
from "tasks" as t0
where "t0"."gid" = any($2);

-- 8 as task.sql 12

-- 9 as task.sql 18

-- 10 as task.sql 6

-- 11 as task.sql 21

-- 12 as task.sql 6

-- 13
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name", "t0"."email")), '[]'::json) as "row"
from "users" as t0
where "t0"."gid" = any($1);

-- 14 as task_nested.sql 16

-- 15
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "sections" as t0
where "t0"."gid" = any($1);

-- 16 as task.sql 16

-- 17 as task.sql 1
