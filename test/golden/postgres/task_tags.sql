-- statements: 4

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "l"."tag"
  from "task_tags" as l
  join "tags" as t on t.gid = "l"."tag"
  where "l"."task" = $1 and t.deleted_at is null
  order by "l"."tag"
  limit $2) as packed ("c0", "c1");

-- 4
select json_build_array("t0"."gid", "t0"."name") as "row"
from "tags" as t0
where "t0"."gid" = $1;
