-- statements: 4

-- 1
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = $1 and "m"."access_level" in ('admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('admin')))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('editor', 'admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = $1 and "m"."access_level" in ('editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('editor', 'admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('editor', 'admin')))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('commenter', 'editor', 'admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = $1 and "m"."access_level" in ('commenter', 'editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('commenter', 'editor', 'admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('commenter', 'editor', 'admin')))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = $1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))) then 1 else 0 end as level
from "projects" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 2
select l.gid as gid
from user_task_lists l
where l.gid = $1 or l.gid = (
  select s.project
  from sections s
  where s.gid = $1);

-- 3
select t.gid, "s"."rank", "l"."rank", "l"."task"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = $1 and s.rank > $2 and l.section = s.gid and t.gid = l.task and t.deleted_at is null
order by "s"."rank", "l"."rank", "l"."task"
limit $3;

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name", "t0"."resource_subtype")), '[]'::json) as "row"
from "tasks" as t0
where "t0"."gid" = any($1);
