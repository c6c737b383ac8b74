-- statements: 4

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
select "l"."gid", "l"."gid"
from workspace_memberships l
join workspace_memberships w on w.workspace = l.workspace and w."user" = ?1 and w.is_active = 1
where l.workspace = ?2 and l.is_service = 0 and (w.is_guest = 0 or ("l"."user" = ?1 or "l"."user" in (
  select b."user"
  from team_memberships a
  join team_memberships b on b.team = a.team
  join teams x on x.gid = a.team
  where a."user" = ?1 and x.deleted_at is null
  union
  select b.member
  from project_memberships a
  join project_memberships b on b.project = a.project
  join projects x on x.gid = a.project
  where a.member = ?1 and x.deleted_at is null
  union
  select b."user"
  from task_followers a
  join task_followers b on b.task = a.task
  join tasks x on x.gid = a.task
  where a."user" = ?1 and x.deleted_at is null)))
order by "l"."gid"
limit cast(?3 as integer);

-- 4
select json_group_array(json_array("t0"."gid", (
  select json_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."user" ), (
  select json_array("t1"."gid", "t1"."name")
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))))) as "row"
from "workspace_memberships" as t0
where "t0"."gid" in (
  select value
  from json_each(?2));
