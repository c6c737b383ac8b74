-- statements: 19

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as tasks_of_project.sql 3

-- 4
select *
from "projects"
where "gid" = $1;

-- 5 as tasks_of_project.sql 3

-- 6 as create_task.sql 8

-- 7
select "rank" as rank
from "sections"
where "project" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 8 as create_task_in_project.sql 6

-- 9 as create_project.sql 12

-- 10
select json_build_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select coalesce(json_agg("l0"."project"), '[]'::json)
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = $1;

-- 11 as task.sql 23

-- 12 as project.sql 17

-- 13 as task.sql 23

-- 14 as task.sql 16

-- 15 as task.sql 16

-- 16 as create_task.sql 22

-- 17 as create_task.sql 24

-- 18 as create_task.sql 25

-- 19 as create_task.sql 26
