-- statements: 39

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 4

-- 5
select pg_advisory_xact_lock(object.gid * 16 + 3)
from unnest($1::bigint[]) as object (gid);

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

-- 12 as create_task.sql 13

-- 13 as task.sql 6

-- 14 as task.sql 9

-- 15 as task.sql 10

-- 16 as task.sql 11

-- 17 as task.sql 11

-- 18 as task.sql 13

-- 19 as task.sql 15

-- 20 as task.sql 16

-- 21 as task.sql 17

-- 22 as task.sql 17

-- 23 as task.sql 19

-- 24 as task.sql 7

-- 25 as task.sql 7

-- 26 as task.sql 22

-- 27 as task.sql 7

-- 28 as task.sql 7

-- 29 as task.sql 25

-- 30 as task.sql 26

-- 31 as task.sql 22

-- 32 as tasks_of_project_nested.sql 16

-- 33 as create_subtask.sql 23

-- 34 as complete_task.sql 28

-- 35 as create_subtask.sql 25

-- 36 as create_task.sql 25

-- 37 as create_subtask.sql 28

-- 38 as create_task.sql 26

-- 39 as create_task.sql 27
