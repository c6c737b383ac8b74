-- statements: 40

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as create_subtask.sql 5

-- 6
select pg_advisory_xact_lock(held.gid * 16 + 3)
from unnest($1::bigint[]) as held (gid);

-- 7 as create_subtask.sql 5

-- 8 as create_subtask.sql 6

-- 9
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

-- 10 as create_task.sql 9

-- 11 as create_subtask.sql 8

-- 12 as create_subtask.sql 6

-- 13
update tasks
set "parent" = $1, "rank" = $2
where "gid" = $3;

-- 14 as create_task.sql 14

-- 15 as task.sql 4

-- 16 as task.sql 5

-- 17 as task.sql 6

-- 18 as task.sql 6

-- 19 as task.sql 8

-- 20 as task.sql 10

-- 21 as task.sql 11

-- 22 as task.sql 12

-- 23 as task.sql 12

-- 24 as task.sql 14

-- 25 as task.sql 15

-- 26 as task.sql 15

-- 27 as task.sql 17

-- 28 as task.sql 15

-- 29 as task.sql 15

-- 30 as task.sql 20

-- 31 as task.sql 21

-- 32 as task.sql 17

-- 33 as tasks_of_project_nested.sql 16

-- 34 as create_subtask.sql 23

-- 35 as complete_task.sql 30

-- 36 as create_subtask.sql 25

-- 37 as create_task.sql 25

-- 38 as create_subtask.sql 27

-- 39 as create_task.sql 26

-- 40 as create_task.sql 27
