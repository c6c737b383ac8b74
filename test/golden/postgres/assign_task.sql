-- statements: 22

-- 1 as create_task.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as tasks_of_assignee.sql 1

-- 4 as task_dependencies.sql 1

-- 5 as create_subtask.sql 4

-- 6 as complete_task.sql 5

-- 7 as custom_fields_of_workspace.sql 2

-- 8
update tasks
set "assignee" = $1, "assigned_by" = $2, "assignee_status" = $3
where "gid" = $4;

-- 9 as my_task_list.sql 4

-- 10
delete
from task_memberships
where "task" = $1 and "project" = $2 returning *;

-- 11 as my_task_list.sql 4

-- 12 as create_task.sql 7

-- 13 as create_task.sql 8

-- 14 as create_task.sql 9

-- 15 as create_task.sql 11

-- 16 as create_task.sql 10

-- 17 as create_task.sql 12

-- 18 as create_task.sql 13

-- 19 as create_task.sql 14

-- 20 as create_task.sql 15

-- 21 as create_subtask.sql 15

-- 22 as create_task.sql 16
