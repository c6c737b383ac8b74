-- statements: 4

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 1 else 0 end as level, json_build_array(t.workspace) as "on"
from "portfolios" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 3
select i.item, i.rank, i.item_type
from portfolio_items i
where i.portfolio = $1 and (exists (
  select 1
  from "projects" as t
  where t.gid = i.item and t.deleted_at is null and (exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) is true)
or exists (
  select 1
  from "portfolios" as t
  where t.gid = i.item and t.deleted_at is null and (exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) is true))
order by i.rank
limit $3;

-- 4 as task_projects.sql 4
