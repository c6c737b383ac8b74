-- statements: 7

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
select "l"."gid", "l"."gid"
from workspace_memberships l
join workspace_memberships w on w.workspace = l.workspace and w."user" = $1 and w.is_active = 1
where l.workspace = $2 and l.is_service = 0 and (w.is_guest = 0 or ("l"."user" = $1 or "l"."user" in (
  select b."user"
  from team_memberships a
  join team_memberships b on b.team = a.team
  join teams x on x.gid = a.team
  where a."user" = $1 and x.deleted_at is null
  union
  select b.member
  from project_memberships a
  join project_memberships b on b.project = a.project
  join projects x on x.gid = a.project
  where a.member = $1 and x.deleted_at is null
  union
  select b."user"
  from task_followers a
  join task_followers b on b.task = a.task
  join tasks x on x.gid = a.task
  where a."user" = $1 and x.deleted_at is null)))
order by "l"."gid"
limit $3;

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."user", "t0"."workspace")), '[]'::json) as "row"
from "workspace_memberships" as t0
where "t0"."gid" = any($1);

-- 5 as task.sql 9

-- 6 as task.sql 18

-- 7 as tasks_of_assignee.sql 3
