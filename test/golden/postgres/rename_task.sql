-- statements: 31

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as task.sql 3

-- 5 as create_subtask.sql 5

-- 6
update tasks
set "name" = $1, "start_on" = $2, "start_at" = $3, "due_on" = $4, "due_at" = $5, "resource_subtype" = $6, "approval_status" = $7, "completed" = $8, "completed_at" = $9, "completed_by" = $10, "modified_at" = $11
where "gid" = $12;

-- 7 as create_task.sql 13

-- 8 as task.sql 8

-- 9 as task.sql 9

-- 10 as task.sql 10

-- 11 as task.sql 10

-- 12 as task.sql 12

-- 13 as task.sql 13

-- 14 as task.sql 14

-- 15 as task.sql 15

-- 16 as task.sql 16

-- 17 as task.sql 16

-- 18 as task.sql 18

-- 19 as task.sql 6

-- 20 as task.sql 6

-- 21 as task.sql 21

-- 22 as task.sql 6

-- 23 as task.sql 6

-- 24 as task.sql 25

-- 25 as task.sql 26

-- 26 as task.sql 13

-- 27 as create_task.sql 23

-- 28 as create_task.sql 24

-- 29 as create_subtask.sql 26

-- 30 as create_task.sql 25

-- 31 as create_task.sql 26
