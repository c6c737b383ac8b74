-- statements: 5

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3
select json_build_array("t0"."gid", "t0"."name", "t0"."email", "t0"."photo", (
  select coalesce(json_agg("l0"."workspace"), '[]'::json)
  from "active_memberships" as "l0"
  where "l0"."user" = "t0"."gid")) as "row"
from "users" as t0
where "t0"."gid" = $1;

-- 4 as task.sql 18

-- 5 as tasks_of_assignee.sql 3
