-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4
select t.gid, "t"."gid"
from "status_updates" as t
where "t"."parent" = $1 and t.deleted_at is null
order by "t"."gid"
limit $2;

-- 5
select json_build_array("t0"."gid", "t0"."title") as "row"
from "status_updates" as t0
where "t0"."gid" = $1;

-- 6 as task.sql 1
