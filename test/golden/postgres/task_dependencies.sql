-- statements: 3

-- 1
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or ( exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('admin')))))) or ("t"."parent" is not null
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
    where a.deleted_at is null and ( exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('admin')))))))))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or ( "t"."assignee" = $1
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $1)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('editor', 'admin')))))) or ("t"."parent" is not null
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
    where a.deleted_at is null and ( "a"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('editor', 'admin')))))))))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or ( "t"."assignee" = $1
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $1)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('commenter', 'editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('commenter', 'editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('commenter', 'editor', 'admin')))))) or ("t"."parent" is not null
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
    where a.deleted_at is null and ( "a"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('commenter', 'editor', 'admin')))))))))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = $1
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $1)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) or ("t"."parent" is not null
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
    where a.deleted_at is null and ( "a"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))))))) then 1 else 0 end as level
from "tasks" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 2
select t.gid, "l"."dependency"
from task_dependencies l cross
join tasks t
where l.task = $1 and t.gid = l.dependency and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = $2
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $2)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "p"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "p"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "p"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) or ("t"."parent" is not null
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
    where a.deleted_at is null and ( "a"."assignee" = $2
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $2)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) is true
order by "l"."dependency"
limit $3;

-- 3
select json_build_array("t0"."gid", "t0"."name", "t0"."resource_subtype") as "row"
from "tasks" as t0
where "t0"."gid" = $1;
