-- statements: 15

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3 as tasks_of_project.sql 3

-- 4 as tasks_of_project.sql 4

-- 5
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."name", "t0"."completed", "t0"."due_on", (
  select count(*)
  from tasks x
  where x.parent = "t0"."gid" and x.deleted_at is null), "t0"."assignee", "t0"."custom_type", (
  select coalesce(json_agg("l0"."user"), '[]'::json)
  from "task_followers" as "l0"
  where "l0"."task" = "t0"."gid"), (
  select coalesce(json_agg(json_build_array("t1"."section", "t1"."project")), '[]'::json)
  from "task_memberships" as "t1"
  where "t1"."task" = "t0"."gid"), "t0"."parent", (
  select coalesce(json_agg("l0"."tag"), '[]'::json)
  from "task_tags" as "l0"
  where "l0"."task" = "t0"."gid"))), '[]'::json) as "row"
from "tasks" as t0
where "t0"."gid" = any($1);

-- 6 as task_nested.sql 4

-- 7 as task.sql 9

-- 8 as task.sql 13

-- 9 as task.sql 5

-- 10 as task.sql 15

-- 11 as task.sql 5

-- 12 as task_nested.sql 6

-- 13 as task_nested.sql 12

-- 14 as task.sql 10

-- 15 as task.sql 12
