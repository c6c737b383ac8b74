-- statements: 30

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 4

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

-- 8
update tasks
set "parent" = ?, "rank" = ?
where "gid" = ?;

-- 9 as create_task.sql 11

-- 10 as task.sql 4

-- 11 as task.sql 6

-- 12 as task.sql 7

-- 13 as task.sql 8

-- 14 as task.sql 9

-- 15 as task.sql 11

-- 16 as task.sql 12

-- 17 as task.sql 13

-- 18 as task.sql 5

-- 19 as task.sql 15

-- 20 as task.sql 5

-- 21 as task.sql 17

-- 22 as task.sql 18

-- 23 as project_sections.sql 5

-- 24 as create_subtask.sql 17

-- 25 as complete_task.sql 21

-- 26 as create_subtask.sql 19

-- 27 as create_subtask.sql 21

-- 28 as create_task.sql 23

-- 29 as add_tag.sql 12

-- 30 as create_task.sql 25
