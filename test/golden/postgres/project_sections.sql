-- statements: 5

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3 as tasks_of_project.sql 3

-- 4
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."rank"
  from "sections" as t
  where "t"."project" = $1
  order by "t"."rank"
  limit $2) as packed ("c0", "c1");

-- 5
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "sections" as t0
where "t0"."gid" = any($1);
