-- statements: 9

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

-- 6 as task.sql 13

-- 7
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "teams" as t0
where "t0"."gid" = any($1) and "t0"."deleted_at" is null;

-- 8 as project.sql 17

-- 9 as task.sql 1
