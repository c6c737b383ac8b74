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

-- 5 as tasks_of_project_nested.sql 14
