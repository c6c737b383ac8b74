-- statements: 4

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."gid"
  from "status_updates" as t
  where "t"."parent" = $1 and t.deleted_at is null
  order by "t"."gid"
  limit $2) as packed ("c0", "c1");

-- 4
select json_build_array("t0"."gid", "t0"."title") as "row"
from "status_updates" as t0
where "t0"."gid" = $1;
