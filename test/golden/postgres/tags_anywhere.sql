-- statements: 3

-- 1 as task.sql 1

-- 2
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."gid"
  from "tags" as t
  where t.deleted_at is null and t.workspace in (
    select mine.workspace
    from workspace_memberships mine
    where mine."user" = $1 and mine.is_active = 1) and ((exists (
    select 1
    from "workspaces" as "r0_workspace"
    where "r0_workspace"."gid" = "t"."workspace"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_workspace"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))))) is true
  order by "t"."gid"
  limit $2) as packed ("c0", "c1");

-- 3 as task_tags.sql 4
