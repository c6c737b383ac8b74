-- statements: 8

-- 1 as task.sql 1

-- 2 as tasks_of_project.sql 3

-- 3 as tasks_of_project.sql 4

-- 4
select t.gid, "l"."rank", "l"."task"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = $1 and s.rank = $2 and l.section = s.gid and t.gid = l.task and t.deleted_at is null and ("l"."rank", "l"."task") > ($3, $4)
order by "l"."rank", "l"."task"
limit $5;

-- 5 as task.sql 1

-- 6 as task_dependencies.sql 6

-- 7
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or w.is_admin = 1)) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or w.is_guest = 0)) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or 1 = 1)) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)) then 1 else 0 end as level, '[]' as "on"
from "workspaces" as t
where "t"."gid" = any($2);

-- 8 as task.sql 1
