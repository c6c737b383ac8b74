-- statements: 32

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as task_dependencies.sql 3

-- 6 as create_subtask.sql 6

-- 7
update tasks
set "name" = $1, "start_on" = $2, "start_at" = $3, "due_on" = $4, "due_at" = $5, "resource_subtype" = $6, "approval_status" = $7, "completed" = $8, "completed_at" = $9, "completed_by" = $10, "modified_at" = $11
where "gid" = $12;

-- 8 as create_task.sql 14

-- 9 as task.sql 4

-- 10 as task.sql 5

-- 11 as task.sql 6

-- 12 as task.sql 6

-- 13 as task.sql 8

-- 14 as task.sql 9

-- 15 as task.sql 10

-- 16 as task.sql 11

-- 17 as task.sql 12

-- 18 as task.sql 12

-- 19 as task.sql 14

-- 20 as task.sql 15

-- 21 as task.sql 15

-- 22 as task.sql 17

-- 23 as task.sql 15

-- 24 as task.sql 15

-- 25 as task.sql 21

-- 26 as task.sql 22

-- 27 as task.sql 9

-- 28 as create_task.sql 24

-- 29 as create_task.sql 25

-- 30 as create_subtask.sql 27

-- 31 as create_task.sql 26

-- 32 as create_task.sql 27
