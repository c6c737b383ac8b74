-- statements: 20

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as tasks_of_project.sql 3

-- 5
select *
from "projects"
where "gid" = $1;

-- 6 as tasks_of_project.sql 3

-- 7 as create_task.sql 9

-- 8
select "rank" as rank
from "sections"
where "project" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 9 as create_task_in_project.sql 7

-- 10 as create_project.sql 13

-- 11
select json_build_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select coalesce(json_agg("l0"."project"), '[]'::json)
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = $1;

-- 12 as task.sql 22

-- 13 as project.sql 17

-- 14 as task.sql 22

-- 15 as task.sql 15

-- 16 as task.sql 15

-- 17 as create_task.sql 23

-- 18 as create_task.sql 25

-- 19 as create_task.sql 26

-- 20 as create_task.sql 27
