-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4
select t.gid, "l"."tag"
from "task_tags" as l
join "tags" as t on t.gid = "l"."tag"
where "l"."task" = $1 and t.deleted_at is null
order by "l"."tag"
limit $2;

-- 5
select json_build_array("t0"."gid", "t0"."name") as "row"
from "tags" as t0
where "t0"."gid" = $1;

-- 6 as task.sql 1
