-- statements: 17

-- 1 as task_dependencies.sql 1

-- 2 as create_subtask.sql 2

-- 3
select pg_advisory_xact_lock(held.gid * 16 + 3)
from unnest($1::bigint[]) as held (gid);

-- 4 as create_subtask.sql 2

-- 5 as create_subtask.sql 3

-- 6
with recursive reached (gid) as (
  select t.gid
  from tasks t
  where "t"."gid" = any($1)
  union
  select t.parent
  from reached r
  join tasks t on t.gid = r.gid
  where t.parent is not null)
select gid
from reached;

-- 7 as create_task.sql 6

-- 8 as create_subtask.sql 5

-- 9 as create_subtask.sql 3

-- 10
update tasks
set "parent" = $1, "rank" = $2
where "gid" = $3;

-- 11 as create_task.sql 11

-- 12 as create_subtask.sql 10

-- 13 as complete_task.sql 9

-- 14 as create_subtask.sql 12

-- 15 as create_task.sql 14

-- 16 as create_subtask.sql 14

-- 17 as create_task.sql 15
