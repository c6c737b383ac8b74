-- statements: 23

-- 1 as task_dependencies.sql 1

-- 2 as tasks_of_assignee.sql 1

-- 3 as task_dependencies.sql 1

-- 4 as create_subtask.sql 3

-- 5 as create_subtask.sql 3

-- 6 as complete_task.sql 5

-- 7 as custom_fields_of_workspace.sql 2

-- 8 as create_subtask.sql 3

-- 9
update tasks
set "assignee" = $1, "assigned_by" = $2, "assignee_status" = $3
where "gid" = $4;

-- 10 as my_task_list.sql 4

-- 11
delete
from task_memberships
where "task" = $1 and "project" = $2 returning *;

-- 12 as my_task_list.sql 4

-- 13 as create_task.sql 6

-- 14 as create_task.sql 7

-- 15 as create_task.sql 8

-- 16 as create_task.sql 10

-- 17 as create_task.sql 9

-- 18 as create_task.sql 11

-- 19 as create_task.sql 12

-- 20 as create_task.sql 13

-- 21 as create_task.sql 14

-- 22 as create_subtask.sql 14

-- 23 as create_task.sql 15
