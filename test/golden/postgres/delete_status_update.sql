-- statements: 14

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "portfolios" as "r1_portfolio"
  where "r1_portfolio"."gid" = "t"."parent" and "r1_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_portfolio"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r2_goal"
  where "r2_goal"."gid" = "t"."parent" and "r2_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r2_goal"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 4 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "portfolios" as "r1_portfolio"
  where "r1_portfolio"."gid" = "t"."parent" and "r1_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_portfolio"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r2_goal"
  where "r2_goal"."gid" = "t"."parent" and "r2_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r2_goal"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 3 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "portfolios" as "r1_portfolio"
  where "r1_portfolio"."gid" = "t"."parent" and "r1_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_portfolio"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r2_goal"
  where "r2_goal"."gid" = "t"."parent" and "r2_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r2_goal"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 2 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "portfolios" as "r1_portfolio"
  where "r1_portfolio"."gid" = "t"."parent" and "r1_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r2_goal"
  where "r2_goal"."gid" = "t"."parent" and "r2_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r2_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 1 else 0 end as level, null as "on"
from "status_updates" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 3
select *
from status_updates
where "gid" = $1 for no key update;

-- 4
update status_updates
set "deleted_at" = $1, "deleted_by" = $2
where "gid" = $3;

-- 5 as create_status_update.sql 3

-- 6 as create_status_update.sql 5

-- 7 as create_status_update.sql 6

-- 8 as delete_task.sql 10

-- 9 as create_task.sql 16

-- 10 as delete_task.sql 12

-- 11 as delete_task.sql 13

-- 12 as create_task.sql 16

-- 13 as create_task.sql 17

-- 14 as create_task.sql 25
