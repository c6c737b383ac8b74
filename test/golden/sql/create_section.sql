-- statements: 11

-- 1 as task.sql 1

-- 2 as tasks_of_project.sql 2

-- 3
select *
from "projects"
where "gid" = ?1;

-- 4 as tasks_of_project.sql 2

-- 5
select "rank" as rank
from "sections"
where "project" = ?1 and rank < ?2
order by "rank" desc
limit 1;

-- 6 as create_task_in_project.sql 5

-- 7 as create_project.sql 11

-- 8
select json_array("t0"."gid", "t0"."name", "t0"."created_at", coalesce((
  select json_array('project', json_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."project" and "t1"."deleted_at" is null), (
  select json_array('user_task_list', json_array("t1"."gid", "t1"."name", (
    select json_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."owner" ), (
    select json_array("t2"."gid", "t2"."name")
    from "workspaces" as "t2"
    where "t2"."gid" = "t1"."workspace"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "t2"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)))))
  from "user_task_lists" as "t1"
  where "t1"."gid" = "t0"."project" )), (
  select json_group_array(json_array("t1"."gid", "t1"."name"))
  from "sections" as "l0"
  join "projects" as "t1" on "t1"."gid" = "l0"."project" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = ?2;

-- 9 as create_task.sql 12

-- 10 as comment.sql 11

-- 11
insert into streams (resource, change)
values (?, ?), (?, ?);
