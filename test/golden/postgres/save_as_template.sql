-- statements: 18

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3 as instantiate_project.sql 3

-- 4 as create_section.sql 3

-- 5 as audit_log.sql 3

-- 6 as instantiate_project.sql 5

-- 7 as instantiate_project.sql 6

-- 8 as instantiate_project.sql 7

-- 9
insert into project_templates ("gid", "workspace", "description", "html_description", "color", "is_complete", "name", "is_public", "team", "owner", "content", "requested_dates", "requested_roles", "created_at", "modified_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);

-- 10 as instantiate_project.sql 16

-- 11 as instantiate_project.sql 17

-- 12
select json_build_array("t0"."gid", "t0"."name") as "row"
from "project_templates" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null and (not exists (
  select 1
  from teams te
  where te.gid = "t0"."team" and te.deleted_at is not null) and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t0"."owner" = $2 or ("t0"."team" is null and w.is_admin = 1) or ("t0"."is_public" = 1 and (("t0"."team" is null and w.is_guest = 0)
  or exists (
    select 1
    from team_memberships tm
    where tm.team = "t0"."team" and tm."user" = $2 and tm.is_limited_access = 0))))) or (exists (
  select 1
  from "teams" as "r0_team"
  where "r0_team"."gid" = "t0"."team" and "r0_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r0_team"."gid" and m."user" = $2 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
        select 1
        from team_memberships h
        where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1))))));

-- 13 as create_project.sql 22

-- 14 as create_task.sql 16

-- 15 as create_task.sql 17

-- 16 as instantiate_project.sql 19

-- 17 as save_as_template.sql 12

-- 18 as create_task.sql 25
