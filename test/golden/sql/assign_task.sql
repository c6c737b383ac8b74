-- statements: 23

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as task_dependencies.sql 2

-- 5 as create_subtask.sql 4

-- 6 as create_subtask.sql 4

-- 7 as complete_task.sql 6

-- 8 as custom_fields_of_workspace.sql 3

-- 9 as create_subtask.sql 4

-- 10
update tasks
set "assignee" = ?, "assigned_by" = ?, "assignee_status" = ?
where "gid" = ?;

-- 11 as my_task_list.sql 5

-- 12
delete
from task_memberships
where "task" = ? and "project" = ? returning *;

-- 13 as my_task_list.sql 5

-- 14 as create_task.sql 7

-- 15 as create_task.sql 8

-- 16 as create_task.sql 10

-- 17 as create_task.sql 9

-- 18 as create_task.sql 11

-- 19 as create_task.sql 12

-- 20 as create_task.sql 13

-- 21 as create_task.sql 14

-- 22 as create_task.sql 15

-- 23 as create_task.sql 16
