-- statements: 10

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when ((exists (
  select 1
  from "portfolios" as "r0_portfolio"
  where "r0_portfolio"."gid" = "t"."portfolio" and "r0_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."item" and "r0_project"."deleted_at" is null
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
      limit 1 offset 0))))))) then 4 when ((exists (
  select 1
  from "portfolios" as "r0_portfolio"
  where "r0_portfolio"."gid" = "t"."portfolio" and "r0_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."item" and "r0_project"."deleted_at" is null
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
      limit 1 offset 0))))))) then 3 when ((exists (
  select 1
  from "portfolios" as "r0_portfolio"
  where "r0_portfolio"."gid" = "t"."portfolio" and "r0_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."item" and "r0_project"."deleted_at" is null
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
      limit 1 offset 0))))))) then 2 when ((exists (
  select 1
  from "portfolios" as "r0_portfolio"
  where "r0_portfolio"."gid" = "t"."portfolio" and "r0_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."item" and "r0_project"."deleted_at" is null
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
      limit 1 offset 0))))))) then 1 else 0 end as level, null as "on"
from "portfolio_items" as t
where "t"."gid" = any($2);

-- 3
select *
from portfolio_items
where "gid" = $1 for no key update;

-- 4
update portfolio_items
set "is_access_control_inherited" = $1
where "gid" = $2;

-- 5
select json_build_array("t0"."gid", "t0"."item", "t0"."portfolio", "t0"."is_access_control_inherited", "t0"."created_at") as "row"
from "portfolio_items" as t0
where "t0"."gid" = $1;

-- 6 as project.sql 17

-- 7 as add_portfolio_item.sql 12

-- 8 as create_project.sql 13

-- 9 as portfolio.sql 17

-- 10 as create_task.sql 25
