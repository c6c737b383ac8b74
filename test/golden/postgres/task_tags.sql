-- statements: 3

-- 1 as task_dependencies.sql 1

-- 2
select t.gid, "l"."tag"
from "task_tags" as l
join "tags" as t on t.gid = "l"."tag"
where "l"."task" = $1 and t.deleted_at is null
order by "l"."tag"
limit $2;

-- 3
select json_build_array("t0"."gid", "t0"."name") as "row"
from "tags" as t0
where "t0"."gid" = $1;
