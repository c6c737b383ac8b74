-- statements: 30

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 5

-- 5
update tasks
set "name" = $1, "start_on" = $2, "start_at" = $3, "due_on" = $4, "due_at" = $5, "resource_subtype" = $6, "approval_status" = $7, "completed" = $8, "completed_at" = $9, "completed_by" = $10, "modified_at" = $11
where "gid" = $12;

-- 6 as create_task.sql 13

-- 7 as task.sql 8

-- 8 as task.sql 9

-- 9 as task.sql 10

-- 10 as task.sql 10

-- 11 as task.sql 12

-- 12 as task.sql 13

-- 13 as task.sql 14

-- 14 as task.sql 15

-- 15 as task.sql 16

-- 16 as task.sql 16

-- 17 as task.sql 18

-- 18 as task.sql 6

-- 19 as task.sql 6

-- 20 as task.sql 21

-- 21 as task.sql 6

-- 22 as task.sql 6

-- 23 as task.sql 25

-- 24 as task.sql 26

-- 25 as task.sql 13

-- 26 as create_task.sql 23

-- 27 as create_task.sql 24

-- 28 as create_subtask.sql 26

-- 29 as create_task.sql 25

-- 30 as create_task.sql 26
