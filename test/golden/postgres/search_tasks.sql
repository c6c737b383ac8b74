-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 8

-- 4 as audit_log.sql 4

-- 5
select t.gid, t.value
from (
  select *
  from (
    select o.*, "o"."modified_at" as value
    from "tasks" o
    where o.workspace = $1
    order by "o"."modified_at" desc, o.gid desc
    limit 400) part) t
where t.deleted_at is null and (exists (
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
            limit 1 offset 0))))))) )))))) is true and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $3 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = $3
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $3)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))) or ("t"."parent" is not null
  and exists (
    with recursive up (gid) as (
      select "t"."parent"
      union
      select a.parent
      from up
      join tasks a on a.gid = up.gid
      where a.parent is not null and a.deleted_at is null)
    select 1
    from up
    join tasks a on a.gid = up.gid
    where a.deleted_at is null and ( "a"."assignee" = $3
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $3)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $3
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))))) is true
limit $4;

-- 6
select t.gid, t.value
from (
  select *
  from (
    select o.*, "o"."modified_at" as value
    from "tasks" o
    where o.workspace = $1
    order by "o"."modified_at" desc, o.gid desc
    limit 400) part) t
limit 1 offset 399;

-- 7 as task.sql 1
