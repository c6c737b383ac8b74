-- statements: 35

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 4

-- 5
select pg_advisory_xact_lock($1::bigint * 16 + 3);

-- 6 as create_subtask.sql 5

-- 7 as create_subtask.sql 5

-- 8
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

-- 9 as create_task.sql 8

-- 10 as create_subtask.sql 7

-- 11
update tasks
set "parent" = $1, "rank" = $2
where "gid" = $3;

-- 12 as create_subtask.sql 10

-- 13 as create_task.sql 14

-- 14 as task.sql 6

-- 15 as complete_task.sql 11

-- 16 as create_subtask.sql 14

-- 17 as create_task.sql 18

-- 18 as create_subtask.sql 17

-- 19 as task.sql 8

-- 20 as create_task.sql 19

-- 21 as task.sql 9

-- 22 as task.sql 10

-- 23 as task.sql 11

-- 24 as task.sql 13

-- 25 as task.sql 14

-- 26 as task.sql 15

-- 27 as task.sql 16

-- 28 as task.sql 7

-- 29 as task.sql 18

-- 30 as task.sql 7

-- 31 as task.sql 20

-- 32 as task.sql 21

-- 33 as task.sql 18

-- 34 as project_sections.sql 6

-- 35 as create_task.sql 27
