-- statements: 1

-- 1
select json_build_array("t0"."gid", "t0"."name", "t0"."color", "t0"."notes", "t0"."created_at", (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."name")), '[]'::json)
  from "tag_followers" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."user"
  where "l0"."tag" = "t0"."gid"), (
  select json_build_array("t1"."gid", "t1"."name")
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."workspace" )) as "row"
from "tags" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null
and exists (
  select 1
  from "workspaces" as r
  where r.gid = "t0"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)));
