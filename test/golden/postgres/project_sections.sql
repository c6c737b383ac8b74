-- statements: 4

-- 1 as tasks_of_project.sql 1

-- 2 as tasks_of_project.sql 2

-- 3
select t.gid, "t"."rank"
from "sections" as t
where "t"."project" = $1
order by "t"."rank"
limit $2;

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "sections" as t0
where "t0"."gid" = any($1);
