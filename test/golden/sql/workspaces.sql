-- statements: 3

-- 1 as task.sql 1

-- 2
select t.gid, "l"."workspace"
from "active_memberships" as l
join "workspaces" as t on t.gid = "l"."workspace"
where "l"."user" = ?1
order by "l"."workspace"
limit cast(?2 as integer);

-- 3 as task.sql 18
