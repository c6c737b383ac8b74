-- statements: 32

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 5

-- 5
update tasks
set "name" = $1, "start_on" = $2, "start_at" = $3, "due_on" = $4, "due_at" = $5, "resource_subtype" = $6, "approval_status" = $7, "completed" = $8, "completed_at" = $9, "completed_by" = $10, "modified_at" = $11
where "gid" = $12;

-- 6 as create_task.sql 13

-- 7 as task.sql 9

-- 8 as task.sql 10

-- 9 as task.sql 11

-- 10 as task.sql 11

-- 11 as task.sql 13

-- 12 as task.sql 14

-- 13 as task.sql 15

-- 14 as task.sql 16

-- 15 as task.sql 17

-- 16 as task.sql 17

-- 17 as task.sql 19

-- 18 as task.sql 7

-- 19 as task.sql 7

-- 20 as task.sql 22

-- 21 as task.sql 7

-- 22 as task.sql 7

-- 23 as task.sql 26

-- 24 as task.sql 27

-- 25 as task.sql 14

-- 26 as create_task.sql 23

-- 27
delete
from "search_texts"
where "gid" = any($1);

-- 28 as create_task.sql 24

-- 29 as create_task.sql 25

-- 30 as create_subtask.sql 28

-- 31 as create_task.sql 26

-- 32 as create_task.sql 27
