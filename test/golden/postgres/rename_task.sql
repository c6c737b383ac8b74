-- statements: 10

-- 1 as task_dependencies.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 3

-- 5
update tasks
set "name" = $1, "start_on" = $2, "start_at" = $3, "due_on" = $4, "due_at" = $5, "resource_subtype" = $6, "approval_status" = $7, "completed" = $8, "completed_at" = $9, "completed_by" = $10, "modified_at" = $11
where "gid" = $12;

-- 6 as create_task.sql 11

-- 7 as create_task.sql 13

-- 8 as create_task.sql 14

-- 9 as create_subtask.sql 14

-- 10 as create_task.sql 15
