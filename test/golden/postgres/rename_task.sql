-- statements: 10

-- 1 as create_task.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as task_dependencies.sql 1

-- 4 as create_subtask.sql 4

-- 5
update tasks
set "name" = $1, "start_on" = $2, "start_at" = $3, "due_on" = $4, "due_at" = $5, "resource_subtype" = $6, "approval_status" = $7, "completed" = $8, "completed_at" = $9, "completed_by" = $10, "modified_at" = $11
where "gid" = $12;

-- 6 as create_task.sql 12

-- 7 as create_task.sql 14

-- 8 as create_task.sql 15

-- 9 as create_subtask.sql 15

-- 10 as create_task.sql 16
