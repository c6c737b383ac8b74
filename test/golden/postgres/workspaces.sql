-- statements: 2

-- 1
select t.gid, "l"."workspace"
from "active_memberships" as l
join "workspaces" as t on t.gid = "l"."workspace"
where "l"."user" = $1
order by "l"."workspace"
limit $2;

-- 2
select json_build_array("t0"."gid", "t0"."name") as "row"
from "workspaces" as t0
where "t0"."gid" = $1;
