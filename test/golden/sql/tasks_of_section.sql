-- statements: 5

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when ( exists (
  select 1
  from user_task_lists l
  where l.gid = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "l"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or l.owner = ?1)))
or exists (
  select 1
  from projects p
  where p.gid = "t"."project" and p.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "p"."gid" and m.member = ?1 and "m"."access_level" in ('admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "p"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('admin')))))) then 4 when ( exists (
  select 1
  from user_task_lists l
  where l.gid = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "l"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or l.owner = ?1)))
or exists (
  select 1
  from projects p
  where p.gid = "t"."project" and p.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "p"."gid" and m.member = ?1 and "m"."access_level" in ('editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "p"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('editor', 'admin')))))) then 3 when ( exists (
  select 1
  from user_task_lists l
  where l.gid = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "l"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or l.owner = ?1)))
or exists (
  select 1
  from projects p
  where p.gid = "t"."project" and p.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "p"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "p"."gid" and m.member = ?1 and "m"."access_level" in ('commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "p"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('commenter', 'editor', 'admin')))))) then 2 when ( exists (
  select 1
  from user_task_lists l
  where l.gid = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = ?1)))
or exists (
  select 1
  from projects p
  where p.gid = "t"."project" and p.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "p"."gid" and m.member = ?1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "p"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) then 1 else 0 end as level
from "sections" as t
where "t"."gid" in (
  select value
  from json_each(?2));

-- 3 as tasks_of_project.sql 3

-- 4
select t.gid, "l"."rank", "l"."task"
from task_memberships l cross
join tasks t
where l.section = ?1 and t.gid = l.task and t.deleted_at is null
order by "l"."rank", "l"."task"
limit cast(?2 as integer);

-- 5 as tasks_of_project.sql 5
