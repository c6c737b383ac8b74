-- statements: 32

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when (not exists (
  select 1
  from teams te
  where te.gid = "t"."team" and te.deleted_at is not null) and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "t"."owner" = $1 or ("t"."team" is null and w.is_admin = 1) )) or (exists (
  select 1
  from "teams" as "r0_team"
  where "r0_team"."gid" = "t"."team" and "r0_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r0_team"."gid" and m."user" = $1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
        select 1
        from team_memberships h
        where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1)))))) then 4 when (not exists (
  select 1
  from teams te
  where te.gid = "t"."team" and te.deleted_at is not null) and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "t"."owner" = $1 or ("t"."team" is null and w.is_admin = 1) )) or (exists (
  select 1
  from "teams" as "r0_team"
  where "r0_team"."gid" = "t"."team" and "r0_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r0_team"."gid" and m."user" = $1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
        select 1
        from team_memberships h
        where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1)))))) then 3 when (not exists (
  select 1
  from teams te
  where te.gid = "t"."team" and te.deleted_at is not null) and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "t"."owner" = $1 or ("t"."team" is null and w.is_admin = 1) )) or (exists (
  select 1
  from "teams" as "r0_team"
  where "r0_team"."gid" = "t"."team" and "r0_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r0_team"."gid" and m."user" = $1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
        select 1
        from team_memberships h
        where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1)))))) then 2 when (not exists (
  select 1
  from teams te
  where te.gid = "t"."team" and te.deleted_at is not null) and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t"."owner" = $1 or ("t"."team" is null and w.is_admin = 1) or ("t"."is_public" = 1 and (("t"."team" is null and w.is_guest = 0)
  or exists (
    select 1
    from team_memberships tm
    where tm.team = "t"."team" and tm."user" = $1 and tm.is_limited_access = 0))))) or (exists (
  select 1
  from "teams" as "r0_team"
  where "r0_team"."gid" = "t"."team" and "r0_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r0_team"."gid" and m."user" = $1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
        select 1
        from team_memberships h
        where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1)))))) then 1 else 0 end as level, null as "on"
from "project_templates" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 3
select pg_advisory_xact_lock($1::bigint * 16 + 7);

-- 4
select *
from project_templates
where "gid" = $1 for no key update;

-- 5
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = $1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
      select 1
      from team_memberships h
      where h.team = "t"."gid" and h.is_admin = 1)))) or w.is_admin = 1)) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = $1 ) or w.is_admin = 1)) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = $1 ) or w.is_admin = 1)) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."organization" and w.is_active = 1 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = $1 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "t"."visibility" <> 'secret') or w.is_admin = 1)) then 1 else 0 end as level
from "teams" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 6
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or w.is_admin = 1)) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or w.is_guest = 0)) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or 1 = 1)) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)) then 1 else 0 end as level
from "workspaces" as t
where "t"."gid" = any($2);

-- 7
select *
from "teams"
where "gid" = $1;

-- 8 as create_project.sql 3

-- 9 as create_project.sql 4

-- 10 as create_project.sql 5

-- 11 as create_project.sql 6

-- 12 as create_project.sql 5

-- 13 as create_project.sql 8

-- 14 as create_project.sql 9

-- 15 as create_project.sql 10

-- 16
insert into requested_jobs ("gid", "workspace", "user", "token", "token_kind", "application", "address", "agent", "resource_subtype", "status", "source", "new_task", "new_project", "new_portfolio", "new_project_template", "new_task_template", "new_graph_export", "new_resource_export", "input", "cursor", "attempts", "error", "created_at", "ended_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);

-- 17
insert into jobs (gid, kind, subject, run_at, attempts, created_at)
select (e ->> 0)::bigint, (e ->> 1), (e ->> 2)::bigint, (e ->> 3)::bigint, (e ->> 4)::bigint, (e ->> 5)::bigint
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place
on conflict (kind, subject) do update
set run_at = excluded.run_at
where excluded.run_at < jobs.run_at;

-- 18 as create_project.sql 13

-- 19
select json_build_array("t0"."gid", "t0"."resource_subtype", "t0"."status", (
  select json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype")
  from "tasks" as "t1"
  where "t1"."gid" = "t0"."new_task" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t1"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "t1"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t1"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))) or ("t1"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "t1"."parent"
        union
        select a.parent
        from up
        join tasks a on a.gid = up.gid
        where a.parent is not null and a.deleted_at is null)
      select 1
      from up
      join tasks a on a.gid = up.gid
      where a.deleted_at is null and ( "a"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null and (exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))), "t0"."new_project", "t0"."new_portfolio", (
  select json_build_array("t1"."gid", "t1"."name")
  from "project_templates" as "t1"
  where "t1"."gid" = "t0"."new_project_template" and "t1"."deleted_at" is null and (not exists (
    select 1
    from teams te
    where te.gid = "t1"."team" and te.deleted_at is not null) and (exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t1"."owner" = $1 or ("t1"."team" is null and w.is_admin = 1) or ("t1"."is_public" = 1 and (("t1"."team" is null and w.is_guest = 0)
    or exists (
      select 1
      from team_memberships tm
      where tm.team = "t1"."team" and tm."user" = $1 and tm.is_limited_access = 0))))) or (exists (
    select 1
    from "teams" as "r0_team"
    where "r0_team"."gid" = "t1"."team" and "r0_team"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r0_team"."gid" and m."user" = $1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
          select 1
          from team_memberships h
          where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1))))))), (
  select json_build_array("t1"."gid", "t1"."created_at", "t1"."state", "t1"."resource_type", "t1"."completed_at")
  from "exports" as "t1"
  where "t1"."gid" = "t0"."new_graph_export" ), (
  select json_build_array("t1"."gid", "t1"."created_at", "t1"."state", "t1"."resource_type", "t1"."completed_at")
  from "exports" as "t1"
  where "t1"."gid" = "t0"."new_resource_export" )) as "row"
from "requested_jobs" as t0
where "t0"."gid" = $2;

-- 20
insert into "access_grants" ("object", "kind", "principal", "level", "workspace")
select (e ->> 0)::bigint, (e ->> 1)::bigint, (e ->> 2)::bigint, (e ->> 3)::bigint, (e ->> 4)::bigint
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 21 as project.sql 17

-- 22 as create_task.sql 11

-- 23 as task.sql 5

-- 24 as delete_task.sql 10

-- 25 as create_task.sql 16

-- 26 as delete_task.sql 12

-- 27 as delete_task.sql 13

-- 28 as create_task.sql 15

-- 29 as create_project.sql 22

-- 30 as create_task.sql 16

-- 31 as create_task.sql 17

-- 32 as create_task.sql 25
