-- statements: 4

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
select t.gid, "t"."gid"
from "teams" as t
where "t"."organization" = ?1 and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?2 and w.workspace = "t"."organization" and w.is_active = 1 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = ?2 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "t"."visibility" <> 'secret') or w.is_admin = 1))) is true
order by "t"."gid"
limit cast(?3 as integer);

-- 4
select json_array("t0"."gid", "t0"."name") as "row"
from "teams" as t0
where "t0"."gid" = ?1;
