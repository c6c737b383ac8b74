-- statements: 5

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as tasks_of_assignee.sql 3

-- 4
select t.gid, "l"."team"
from "team_memberships" as l
join "teams" as t on t.gid = "l"."team"
where "l"."user" = ?1 and "l"."workspace" = ?2 and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?3 and w.workspace = "t"."organization" and w.is_active = 1 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = ?3 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "t"."visibility" <> 'secret') or w.is_admin = 1))) is true
order by "l"."team"
limit cast(?4 as integer);

-- 5 as teams_of_workspace.sql 4
