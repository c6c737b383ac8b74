-- statements: 15

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select *
from "projects"
where "gid" = $1;

-- 4 as create_subtask.sql 5

-- 5
select "rank" as rank
from "sections"
where "project" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 6 as create_task_in_project.sql 5

-- 7 as create_project.sql 10

-- 8 as create_task.sql 11

-- 9
select json_build_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select coalesce(json_agg("l0"."project"), '[]'::json)
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = $1;

-- 10 as project.sql 17

-- 11 as create_task.sql 16

-- 12 as create_task.sql 17

-- 13 as project.sql 17

-- 14 as task.sql 5

-- 15 as create_task.sql 25
