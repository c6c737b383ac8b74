-- statements: 27

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4
update tasks
set "name" = $1, "modified_at" = $2
where "gid" = $3;

-- 5 as create_task.sql 12

-- 6 as create_task.sql 14

-- 7
delete
from "search_texts"
where "gid" = any($1);

-- 8 as create_task.sql 15

-- 9 as create_task.sql 16

-- 10 as create_subtask.sql 16

-- 11 as task.sql 6

-- 12 as create_task.sql 17

-- 13 as task.sql 7

-- 14 as task.sql 8

-- 15 as task_stories.sql 6

-- 16 as task.sql 10

-- 17 as task.sql 11

-- 18 as task_stories.sql 6

-- 19 as task.sql 12

-- 20 as task.sql 13

-- 21 as task.sql 5

-- 22 as task.sql 15

-- 23 as task.sql 5

-- 24 as task.sql 18

-- 25 as project.sql 17

-- 26 as task.sql 10

-- 27 as create_task.sql 25
