-- statements: 14

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select *
from "projects"
where "gid" = ?1;

-- 4
select "rank" as rank
from "sections"
where "project" = ?1 and rank < ?2
order by "rank" desc
limit 1;

-- 5 as create_task_in_project.sql 5

-- 6 as create_project.sql 10

-- 7
select json_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select json_group_array("l0"."project")
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = ?1;

-- 8 as project.sql 17

-- 9 as project.sql 17

-- 10 as task.sql 5

-- 11 as create_task.sql 20

-- 12 as assign_task.sql 32

-- 13
insert into streams (resource, change)
values (?, ?), (?, ?);

-- 14 as create_task.sql 25
