-- statements: 5

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3
select t.gid, "l"."workspace"
from "active_memberships" as l
join "workspaces" as t on t.gid = "l"."workspace"
where "l"."user" = $1
order by "l"."workspace"
limit $2;

-- 4 as task.sql 21

-- 5 as task.sql 1
