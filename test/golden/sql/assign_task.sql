-- statements: 24

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

-- 21 as create_subtask.sql 13

-- 22
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "heard_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning gid;

-- 23
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 24 as rename_task.sql 11
