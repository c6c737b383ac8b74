-- statements: 18

-- 1 as create_task.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as create_subtask.sql 3

-- 4
select pg_advisory_xact_lock(held.gid * 16 + 3)
from unnest($1::bigint[]) as held (gid);

-- 5 as create_subtask.sql 3

-- 6 as create_subtask.sql 4

-- 7
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

-- 8 as create_task.sql 7

-- 9 as create_subtask.sql 6

-- 10 as create_subtask.sql 4

-- 11
update tasks
set "parent" = $1, "rank" = $2
where "gid" = $3;

-- 12 as create_task.sql 12

-- 13 as create_subtask.sql 11

-- 14 as complete_task.sql 9

-- 15 as create_subtask.sql 13

-- 16 as create_task.sql 15

-- 17 as create_subtask.sql 15

-- 18 as create_task.sql 16
