-- statements: 16

-- 1 as task.sql 1

-- 2 as tasks_of_project.sql 2

-- 3
select *
from "projects"
where "gid" = ?1;

-- 4 as tasks_of_project.sql 2

-- 5
select "rank" as rank
from "sections"
where "project" = ?1 and rank < ?2
order by "rank" desc
limit 1;

-- 6 as create_task_in_project.sql 5

-- 7 as create_project.sql 11

-- 8
select json_array("t0"."gid", "t0"."name", "t0"."created_at", "t0"."project", (
  select json_group_array("l0"."project")
  from "sections" as "l0"
  where "l0"."gid" = "t0"."gid")) as "row"
from "sections" as t0
where "t0"."gid" = ?1;

-- 9 as section.sql 3

-- 10 as project.sql 13

-- 11 as section.sql 3

-- 12 as task.sql 11

-- 13 as task.sql 11

-- 14 as create_task.sql 20

-- 15 as comment.sql 12

-- 16
insert into streams (resource, change)
values (?, ?), (?, ?);
