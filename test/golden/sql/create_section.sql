-- statements: 15

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

-- 8 as section.sql 3

-- 9 as section.sql 3

-- 10 as task.sql 5

-- 11 as task.sql 5

-- 12 as create_task.sql 20

-- 13 as assign_task.sql 32

-- 14
insert into streams (resource, change)
values (?, ?), (?, ?);

-- 15 as create_task.sql 25
