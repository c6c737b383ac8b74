-- statements: 12

-- 1 as create_task.sql 1

-- 2 as tasks_of_project.sql 1

-- 3
select *
from "projects"
where "gid" = $1;

-- 4 as tasks_of_project.sql 1

-- 5 as create_task.sql 7

-- 6
select "rank" as rank
from "sections"
where "project" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 7 as create_task_in_project.sql 5

-- 8 as create_project.sql 11

-- 9
select json_build_array("t0"."gid", "t0"."name", "t0"."created_at", coalesce((
  select json_build_array('project', json_build_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."project" and "t1"."deleted_at" is null), (
  select json_build_array('user_task_list', json_build_array("t1"."gid", "t1"."name", (
    select json_build_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."owner" ), (
    select json_build_array("t2"."gid", "t2"."name")
    from "workspaces" as "t2"
    where "t2"."gid" = "t1"."workspace"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "t2"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)))))
  from "user_task_lists" as "t1"
  where "t1"."gid" = "t0"."project" )), (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."name")), '[]'::json)
  from "sections" as "l0"
  join "projects" as "t1" on "t1"."gid" = "l0"."project" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "t1"."privacy_setting" = 'public_to_workspace' and "t1"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "t1"."gid" and m.member = $1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t1"."privacy_setting" <> 'private' and "t1"."team" is not null and "t1"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "t1"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "t1"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = $2;

-- 10 as create_task.sql 13

-- 11 as create_task.sql 15

-- 12 as create_task.sql 16
