-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4
select t.gid, "t"."gid"
from "task_templates" as t
where "t"."project" = $1 and t.deleted_at is null
order by "t"."gid"
limit $2;

-- 5
select json_build_array("t0"."gid", "t0"."name") as "row"
from "task_templates" as t0
where "t0"."gid" = $1;

-- 6 as task.sql 1
