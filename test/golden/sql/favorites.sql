-- statements: 4

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as tasks_of_assignee.sql 3

-- 4
select t.gid, "l"."rank", "l"."resource"
from "favorites" as l
join "projects" as t on t.gid = "l"."resource"
where "l"."user" = ?1 and "l"."workspace" = ?2 and "l"."resource_type" = ?3 and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?4 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = ?4 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = ?4 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = ?4 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))) is true
order by "l"."rank", "l"."resource"
limit cast(?5 as integer);
