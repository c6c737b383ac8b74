-- statements: 5

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "t"."owner" = ?1)) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "t"."owner" = ?1)) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "t"."owner" = ?1)) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("t"."owner" = ?1 or "t"."owner" in (
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
    where a."user" = ?1 and x.deleted_at is null)))) then 1 else 0 end as level, null as "on"
from "user_task_lists" as t
where "t"."gid" in (
  select value
  from json_each(?2));

-- 3
select "l"."task", "s"."rank", "l"."rank"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = ?1 and s.rank > ?2 and l.section = s.gid and t.gid = "l"."task" and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?3 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = ?3
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = ?3)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?3
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?3 and tb.is_limited_access = 0 and te.deleted_at is null)))
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
    where a.deleted_at is null and ( "a"."assignee" = ?3
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = ?3)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?3
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = ?3 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))))) is true
order by "s"."rank", "l"."rank", "l"."task"
limit cast(?4 as integer);

-- 4 as tasks_of_project.sql 5

-- 5 as task.sql 12
