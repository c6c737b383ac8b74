-- statements: 3

-- 1 as task.sql 1

-- 2
select t.gid as gid, "t"."gid" as "k0"
from "tags" as t
where t.deleted_at is null
and exists (
  select 1
  from "workspaces" as r
  where r.gid = "t"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r"."gid" and w.is_active = 1 and (1 = 1)))
order by "t"."gid"
limit ?2;

-- 3 as task_tags.sql 4
