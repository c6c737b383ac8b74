-- statements: 5

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3 as tasks_of_project.sql 3

-- 4
select t.gid, "t"."rank"
from "sections" as t
where "t"."project" = ?1
order by "t"."rank"
limit cast(?2 as integer);

-- 5
select json_group_array(json_array("t0"."gid", "t0"."name")) as "row"
from "sections" as t0
where "t0"."gid" in (
  select value
  from json_each(?1));
