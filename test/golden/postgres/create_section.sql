-- statements: 16

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4
select *
from "projects"
where "gid" = $1;

-- 5 as create_task.sql 8

-- 6
select "rank" as rank
from "sections"
where "project" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 7 as create_task_in_project.sql 6

-- 8 as create_project.sql 11

-- 9 as create_task.sql 13

-- 10
select json_build_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select coalesce(json_agg("l0"."project"), '[]'::json)
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = $1;

-- 11 as task.sql 22

-- 12 as create_task.sql 18

-- 13 as create_task.sql 19

-- 14 as task.sql 22

-- 15 as task.sql 7

-- 16 as create_task.sql 27
