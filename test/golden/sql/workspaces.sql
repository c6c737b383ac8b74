-- statements: 3

-- 1 as task.sql 1

-- 2
select t.gid as gid, "t"."gid" as "k0"
from "workspaces" as t
where exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."gid" and w.is_active = 1 and (1 = 1))
order by "t"."gid"
limit ?2;

-- 3
select json_array("t0"."gid", "t0"."name") as "row"
from "workspaces" as t0
where "t0"."gid" = ?1;
