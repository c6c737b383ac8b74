-- statements: 5

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "l"."gid"
  from "portfolio_user_memberships" as l
  join "portfolio_memberships" as t on t.gid = "l"."gid"
  where "l"."portfolio" = $1
  order by "l"."gid"
  limit $2) as packed ("c0", "c1");

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."member", "t0"."access_level")), '[]'::json) as "row"
from "portfolio_memberships" as t0
where "t0"."gid" = any($1);

-- 5 as task.sql 9
