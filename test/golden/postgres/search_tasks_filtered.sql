-- statements: 8

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 8

-- 4 as task.sql 7

-- 5 as audit_log.sql 4

-- 6
select (
  select count(*)
  from (
    select 1 as one
    from (
      select "l"."task" as gid
      from "task_memberships" l
      where "l"."project" = any($1) ) s
    limit 5001) n), (
  select count(*)
  from (
    select 1 as one
    from (
      select a.gid
      from tasks a
      where a.workspace = $2 and "a"."due_on" < $3) s
    limit 5001) n);

-- 7
select v.gid, v.value
from (
  select "t"."gid", "t"."workspace", "t"."assignee", "t"."parent", (
    select count(*)
    from task_likes k
    where k.task = t.gid) as value
  from (
    select distinct s.gid
    from (
      select a.gid
      from tasks a
      where a.workspace = $1 and "a"."due_on" < $2) s) candidate cross
  join "tasks" t
  where t.gid = candidate.gid and t.workspace = $1 and t.deleted_at is null and (exists (
    select 1
    from "task_memberships" l
    where "l"."task" = t.gid and "l"."project" = any($3) )) is true and ("t"."due_on" < $2) is true and (not (t.completed = 1)) is true
  order by "value" desc, t.gid desc
  limit 5000) v
where 1 = 1 and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $4 and w.workspace = "v"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "v"."assignee" = $4
  or exists (
    select 1
    from task_followers f
    where f.task = "v"."gid" and f."user" = $4)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "v"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $4
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $4 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))) or ("v"."parent" is not null
  and exists (
    with recursive up (gid) as (
      select "v"."parent"
      union
      select a.parent
      from up
      join tasks a on a.gid = up.gid
      where a.parent is not null and a.deleted_at is null)
    select 1
    from up
    join tasks a on a.gid = up.gid
    where a.deleted_at is null and ( "a"."assignee" = $4
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $4)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $4
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $4 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))))) is true
limit $5;

-- 8 as task.sql 1
