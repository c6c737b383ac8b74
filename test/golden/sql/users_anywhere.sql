-- statements: 3

-- 1 as task.sql 1

-- 2
select "u"."gid", "u"."gid"
from users u
where (u.gid = ?1
or exists (
  select 1
  from workspace_memberships l
  join workspace_memberships w on w.workspace = l.workspace and w."user" = ?1 and w.is_active = 1
  where l."user" = u.gid and l.is_active = 1 and l.is_service = 0 and (w.is_guest = 0 or ("u"."gid" = ?1 or "u"."gid" in (
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
order by "u"."gid"
limit cast(?2 as integer);

-- 3 as task.sql 9
