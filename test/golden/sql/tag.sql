-- statements: 5

-- 1 as task.sql 1

-- 2
select json_array("t0"."gid", "t0"."name", "t0"."color", "t0"."notes", "t0"."created_at", (
  select json_group_array("l0"."user")
  from "tag_followers" as "l0"
  where "l0"."tag" = "t0"."gid"), "t0"."workspace") as "row"
from "tags" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null and (exists (
  select 1
  from "workspaces" as "r0_workspace"
  where "r0_workspace"."gid" = "t0"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "r0_workspace"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))));

-- 3 as task_stories.sql 6

-- 4 as task.sql 12

-- 5 as task.sql 18
