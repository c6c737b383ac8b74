-- statements: 16

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as task_dependencies.sql 2

-- 5 as create_subtask.sql 3

-- 6 as complete_task.sql 5

-- 7 as custom_fields_of_workspace.sql 3

-- 8
update tasks
set "assignee" = ?, "assigned_by" = ?, "assignee_status" = ?
where "gid" = ?;

-- 9 as my_task_list.sql 5

-- 10
delete
from task_memberships
where "task" = ? and "project" = ?;

-- 11 as my_task_list.sql 5

-- 12 as create_task.sql 7

-- 13 as create_task.sql 8

-- 14 as create_task.sql 10

-- 15 as create_task.sql 9

-- 16 as create_task.sql 11
