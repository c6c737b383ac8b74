-- statements: 3

-- 1 as tasks_of_assignee.sql 2

-- 2
select t.gid, "t"."gid"
from "projects" as t
where "t"."workspace" = $1 and "t"."archived" = $2 and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $3 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = $3 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = $3 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))) is true
order by "t"."gid"
limit $4;

-- 3
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "projects" as t0
where "t0"."gid" = any($1);
