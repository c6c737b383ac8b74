-- statements: 28

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 5

-- 5
update tasks
set "name" = $1, "start_on" = $2, "start_at" = $3, "due_on" = $4, "due_at" = $5, "resource_subtype" = $6, "approval_status" = $7, "completed" = $8, "completed_at" = $9, "completed_by" = $10, "modified_at" = $11
where "gid" = $12;

-- 6 as create_task.sql 14

-- 7 as create_task.sql 16

-- 8
delete
from "search_texts"
where "gid" = any($1);

-- 9 as create_task.sql 17

-- 10 as create_task.sql 18

-- 11 as create_subtask.sql 17

-- 12 as task.sql 8

-- 13 as create_task.sql 19

-- 14 as task.sql 9

-- 15 as task.sql 10

-- 16 as task.sql 14

-- 17 as task.sql 12

-- 18 as task.sql 13

-- 19 as task.sql 14

-- 20 as task.sql 15

-- 21 as task.sql 16

-- 22 as task.sql 7

-- 23 as task.sql 18

-- 24 as task.sql 7

-- 25 as task.sql 21

-- 26 as task.sql 22

-- 27 as task.sql 12

-- 28 as create_task.sql 27
