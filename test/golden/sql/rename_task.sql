-- statements: 25

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4
update tasks
set "name" = ?, "modified_at" = ?
where "gid" = ?;

-- 5 as create_task.sql 11

-- 6 as task.sql 6

-- 7 as task.sql 7

-- 8 as task.sql 8

-- 9 as task_stories.sql 6

-- 10 as task.sql 10

-- 11 as task.sql 11

-- 12 as task.sql 12

-- 13 as task.sql 13

-- 14 as task.sql 5

-- 15 as task.sql 15

-- 16 as task.sql 5

-- 17 as task.sql 18

-- 18 as task.sql 10

-- 19 as create_task.sql 21

-- 20
delete
from "search_texts"
where "gid" in (
  select value
  from json_each(?));

-- 21 as create_task.sql 22

-- 22 as create_subtask.sql 21

-- 23 as create_subtask.sql 22

-- 24
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 25 as create_task.sql 25
