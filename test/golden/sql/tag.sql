-- statements: 2

-- 1 as task.sql 1

-- 2
select json_array("t0"."gid", "t0"."name", "t0"."color", "t0"."notes", "t0"."created_at", (
  select json_group_array(json_array("t1"."gid", "t1"."name"))
  from "tag_followers" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."user" and ("t1"."gid" = ?1
  or exists (
    select 1
    from workspace_memberships a
    join workspace_memberships b on b.workspace = a.workspace
    where a."user" = "t1"."gid" and b."user" = ?1 and b.is_active = 1 and (b.is_guest = 0 or ("t1"."gid" = ?1 or "t1"."gid" in (
      select b."user"
      from team_memberships a
      join team_memberships b on b.team = a.team
      join teams x on x.gid = a.team
      where a."user" = ?1 and x.deleted_at is null
      union
      select b.member
      from project_memberships a
      join project_memberships b on b.project = a.project
      join projects x on x.gid = a.project
      where a.member = ?1 and x.deleted_at is null
      union
      select b."user"
      from task_followers a
      join task_followers b on b.task = a.task
      join tasks x on x.gid = a.task
      where a."user" = ?1 and x.deleted_at is null)))))
  where "l0"."tag" = "t0"."gid"), (
  select json_array("t1"."gid", "t1"."name")
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."workspace" )) as "row"
from "tags" as t0
where "t0"."gid" = ?2 and "t0"."deleted_at" is null and (exists (
  select 1
  from "workspaces" as "r0_workspace"
  where "r0_workspace"."gid" = "t0"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_workspace"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))));
