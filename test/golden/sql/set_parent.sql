-- statements: 30

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 3

-- 5 as create_subtask.sql 4

-- 6
with recursive reached (gid) as (
  select t.gid
  from tasks t
  where "t"."gid" in (
    select value
    from json_each(?1))
  union
  select t.parent
  from reached r
  join tasks t on t.gid = r.gid
  where t.parent is not null)
select gid
from reached;

-- 7 as create_subtask.sql 5

-- 8 as create_subtask.sql 4

-- 9
update tasks
set "parent" = ?, "rank" = ?
where "gid" = ?;

-- 10 as create_task.sql 11

-- 11 as task.sql 4

-- 12 as task.sql 7

-- 13 as task.sql 8

-- 14 as task.sql 9

-- 15 as task.sql 10

-- 16 as task.sql 12

-- 17 as task.sql 13

-- 18 as task.sql 14

-- 19 as task.sql 5

-- 20 as task.sql 16

-- 21 as task.sql 5

-- 22 as task.sql 18

-- 23 as task.sql 19

-- 24 as tasks_of_project_nested.sql 14

-- 25 as create_subtask.sql 18

-- 26 as complete_task.sql 21

-- 27 as create_subtask.sql 20

-- 28 as create_subtask.sql 21

-- 29 as create_task.sql 22

-- 30 as add_tag.sql 12
