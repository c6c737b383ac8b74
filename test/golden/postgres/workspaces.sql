-- statements: 3

-- 1 as task.sql 1

-- 2
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "l"."workspace"
  from "active_memberships" as l
  join "workspaces" as t on t.gid = "l"."workspace"
  where "l"."user" = $1
  order by "l"."workspace"
  limit $2) as packed ("c0", "c1");

-- 3 as task.sql 18
