-- statements: 5

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."gid"
  from "project_memberships" as t
  where "t"."project" = $1
  order by "t"."gid"
  limit $2) as packed ("c0", "c1");

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."member", "t0"."access_level")), '[]'::json) as "row"
from "project_memberships" as t0
where "t0"."gid" = any($1);

-- 5 as task.sql 9
