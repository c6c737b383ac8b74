-- statements: 16

-- 1 as task_dependencies.sql 1

-- 2 as create_subtask.sql 2

-- 3 as create_subtask.sql 2

-- 4
with recursive reached (gid) as (
  select gid
  from tasks
  where gid = $1
  union
  select t.parent
  from reached r
  join tasks t on t.gid = r.gid
  where t.parent is not null)
select gid
from reached;

-- 5 as create_task.sql 6

-- 6 as create_subtask.sql 5

-- 7 as rename_task.sql 4

-- 8
update tasks
set "parent" = $1, "rank" = $2
where "gid" = $3;

-- 9 as create_task.sql 11

-- 10 as create_task.sql 12

-- 11 as complete_task.sql 10

-- 12 as create_subtask.sql 12

-- 13 as create_task.sql 14

-- 14 as create_task.sql 15

-- 15 as create_task.sql 16

-- 16 as create_task.sql 17
