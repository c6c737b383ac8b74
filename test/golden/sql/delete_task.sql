-- statements: 9

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
with recursive reached (gid) as (
  select gid
  from tasks
  where gid = ?1
  union
  select t.gid
  from reached r
  join tasks t on t.parent = r.gid
  where t.deleted_at is null and not exists (
    select 1
    from task_memberships m
    join projects p on p.gid = m.project
    where m.task = t.gid and p.deleted_at is null))
select gid
from reached;

-- 4 as rename_task.sql 5

-- 5
update tasks
set "deleted_at" = ?, "deleted_by" = ?
where "gid" = ?;

-- 6 as create_task.sql 12

-- 7 as create_task.sql 14

-- 8 as create_task.sql 15

-- 9 as create_task.sql 16
