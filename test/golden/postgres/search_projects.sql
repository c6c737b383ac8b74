-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 8

-- 4 as audit_log.sql 4

-- 5
select case when (
  select count(*)
  from (
    select 1 as one
    from (
      select gid
      from search_texts
      where array_to_tsvector(string_to_array(workspace::text || 'x' || replace(trim(title || ' ' || body), ' ', ' ' || workspace::text || 'x'), ' ')) @@ $1::tsquery) s
    limit 5001) n) > 5000 then 5001 else (
  select count(*)
  from (
    select 1 as one
    from (
      select gid
      from search_texts
      where array_to_tsvector(string_to_array(workspace::text || 'x' || replace(trim(title || ' ' || body), ' ', ' ' || workspace::text || 'x'), ' ')) @@ $2::tsquery) s
    limit 5001) n) end;

-- 6
select v.gid, v.value
from (
  select "t"."gid", "t"."workspace", (coalesce((
    select max(case when position($1 in ' ' || x.title || ' ') > 0 then 8 when position($2 in ' ' || x.title || ' ') > 0 then 4 when position($1 in ' ' || x.title || ' ' || x.body || ' ') > 0 then 2 when position($2 in ' ' || x.title || ' ' || x.body || ' ') > 0 then 1 else 0 end)
    from search_texts x
    where x.object = t.gid and (x.custom_field is null
    or exists (
      select 1
      from custom_fields f
      where f.gid = x.custom_field and f.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $3 and w.workspace = "f"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "f"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "f"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)) and ("f"."project" is null or "f"."created_by" = $3 or w.is_admin = 1 or (exists (
          select 1
          from "user_task_lists" as "r0_my_tasks"
          where "r0_my_tasks"."gid" = "f"."project"
          and exists (
            select 1
            from workspace_memberships w
            where w."user" = $3 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $3)))
        or exists (
          select 1
          from "projects" as "r1_project"
          where "r1_project"."gid" = "f"."project" and "r1_project"."deleted_at" is null
          and exists (
            select 1
            from workspace_memberships w
            where w."user" = $3 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
              select 1
              from access_grants g
              where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
              limit 1 offset 0)
            or exists (
              select 1
              from access_grants g
              where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
              and exists (
                select 1
                from team_memberships tb
                join teams te on te.gid = tb.team
                where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
              limit 1 offset 0)))))
        or exists (
          select 1
          from "portfolios" as "r2_portfolio"
          where "r2_portfolio"."gid" = "f"."project" and "r2_portfolio"."deleted_at" is null
          and exists (
            select 1
            from workspace_memberships w
            where w."user" = $3 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
              select 1
              from access_grants g
              where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
              limit 1 offset 0)
            or exists (
              select 1
              from access_grants g
              where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
              and exists (
                select 1
                from team_memberships tb
                join teams te on te.gid = tb.team
                where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
              limit 1 offset 0))))))) ))))), 0)) as value
  from (
    select distinct s.gid
    from (
      select x.object as gid
      from search_texts x
      where x.gid in (
        select gid
        from search_texts
        where array_to_tsvector(string_to_array(workspace::text || 'x' || replace(trim(title || ' ' || body), ' ', ' ' || workspace::text || 'x'), ' ')) @@ $4::tsquery)) s) candidate cross
  join "projects" t
  where t.gid = candidate.gid and t.workspace = $5 and t.deleted_at is null and (exists (
    select 1
    from search_texts x
    where x.object = t.gid and position($2 in ' ' || x.title || ' ' || x.body || ' ') > 0 and (x.custom_field is null
    or exists (
      select 1
      from custom_fields f
      where f.gid = x.custom_field and f.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $3 and w.workspace = "f"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "f"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "f"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)) and ("f"."project" is null or "f"."created_by" = $3 or w.is_admin = 1 or (exists (
          select 1
          from "user_task_lists" as "r0_my_tasks"
          where "r0_my_tasks"."gid" = "f"."project"
          and exists (
            select 1
            from workspace_memberships w
            where w."user" = $3 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $3)))
        or exists (
          select 1
          from "projects" as "r1_project"
          where "r1_project"."gid" = "f"."project" and "r1_project"."deleted_at" is null
          and exists (
            select 1
            from workspace_memberships w
            where w."user" = $3 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
              select 1
              from access_grants g
              where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
              limit 1 offset 0)
            or exists (
              select 1
              from access_grants g
              where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
              and exists (
                select 1
                from team_memberships tb
                join teams te on te.gid = tb.team
                where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
              limit 1 offset 0)))))
        or exists (
          select 1
          from "portfolios" as "r2_portfolio"
          where "r2_portfolio"."gid" = "f"."project" and "r2_portfolio"."deleted_at" is null
          and exists (
            select 1
            from workspace_memberships w
            where w."user" = $3 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
              select 1
              from access_grants g
              where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
              limit 1 offset 0)
            or exists (
              select 1
              from access_grants g
              where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
              and exists (
                select 1
                from team_memberships tb
                join teams te on te.gid = tb.team
                where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
              limit 1 offset 0))))))) )))))) is true
  order by "value" desc, t.gid desc
  limit 5000) v
where 1 = 1 and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $3 and w.workspace = "v"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "v"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "v"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0))))) is true
limit $6;

-- 7 as task.sql 1
