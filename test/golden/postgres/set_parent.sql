-- statements: 34

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4
select pg_advisory_xact_lock($1::bigint * 16 + 3);

-- 5 as create_subtask.sql 4

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

-- 8 as create_subtask.sql 5

-- 9 as create_subtask.sql 6

-- 10
update tasks
set "parent" = $1, "rank" = $2
where "gid" = $3;

-- 11 as create_subtask.sql 9

-- 12 as create_task.sql 12

-- 13 as task.sql 4

-- 14 as complete_task.sql 10

-- 15 as create_subtask.sql 13

-- 16 as create_task.sql 16

-- 17 as create_subtask.sql 16

-- 18 as task.sql 6

-- 19 as create_task.sql 17

-- 20 as task.sql 7

-- 21 as task.sql 8

-- 22 as task.sql 9

-- 23 as task.sql 11

-- 24 as task_stories.sql 6

-- 25 as task.sql 12

-- 26 as task.sql 13

-- 27 as task.sql 5

-- 28 as task.sql 15

-- 29 as task.sql 5

-- 30 as task.sql 17

-- 31 as task.sql 18

-- 32 as task.sql 15

-- 33 as project_sections.sql 5

-- 34 as create_task.sql 25
