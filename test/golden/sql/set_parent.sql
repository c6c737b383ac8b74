-- statements: 16

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

-- 11 as create_subtask.sql 10

-- 12 as complete_task.sql 10

-- 13 as create_subtask.sql 12

-- 14 as create_subtask.sql 13

-- 15 as create_task.sql 14

-- 16 as add_tag.sql 12
