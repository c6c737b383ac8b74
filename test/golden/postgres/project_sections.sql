-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4 as tasks_of_project.sql 4

-- 5
select t.gid, "t"."rank"
from "sections" as t
where "t"."project" = $1
order by "t"."rank"
limit $2;

-- 6
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "sections" as t0
where "t0"."gid" = any($1);

-- 7 as task.sql 1
