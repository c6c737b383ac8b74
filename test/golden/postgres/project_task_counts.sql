-- statements: 3

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select json_build_array("t0"."gid", (
  select count(*)
  from task_memberships x
  join tasks t on t.gid = x.task
  where x.project = "t0"."gid" and t.deleted_at is null ), (
  select count(*)
  from task_memberships x
  join tasks t on t.gid = x.task
  where x.project = "t0"."gid" and t.deleted_at is null and t.completed = 0)) as "row"
from "projects" as t0
where "t0"."gid" = $1;
