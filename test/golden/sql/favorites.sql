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
  where w."user" = ?4 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?4
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = ?4 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0))))) is true
order by "l"."rank", "l"."resource"
limit cast(?5 as integer);
