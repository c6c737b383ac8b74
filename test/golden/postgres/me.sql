-- statements: 2

-- 1 as tasks_of_assignee.sql 1

-- 2
select json_build_array("t0"."gid", "t0"."name", "t0"."email", "t0"."photo", (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."name")), '[]'::json)
  from "active_memberships" as "l0"
  join "workspaces" as "t1" on "t1"."gid" = "l0"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))
  where "l0"."user" = "t0"."gid")) as "row"
from "users" as t0
where "t0"."gid" = $2;
