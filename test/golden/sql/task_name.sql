-- statements: 4

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3
select json_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."assignee", (
  select json_group_array("l0"."project")
  from "task_memberships" as "l0"
  where "l0"."task" = "t0"."gid"), "t0"."name") as "row"
from "tasks" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null;

-- 4 as task.sql 5
