-- statements: 8

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 3

-- 5
with recursive reached (gid) as (
  select gid
  from tasks
  where gid = ?1
  union
  select t.parent
  from reached r
  join tasks t on t.gid = r.gid
  where t.parent is not null)
select gid
from reached;

-- 6 as create_subtask.sql 5

-- 7
update tasks
set "parent" = ?, "rank" = ?
where "gid" = ?;

-- 8 as create_task.sql 11
