-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4
select t.gid, "t"."gid"
from "project_memberships" as t
where "t"."project" = $1
order by "t"."gid"
limit $2;

-- 5
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."member", "t0"."access_level")), '[]'::json) as "row"
from "project_memberships" as t0
where "t0"."gid" = any($1);

-- 6 as task.sql 11

-- 7 as task.sql 1
