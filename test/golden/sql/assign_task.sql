-- statements: 33

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as task.sql 2

-- 5 as create_subtask.sql 4

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
where "task" = ? and "project" = ? returning *;

-- 11 as my_task_list.sql 5

-- 12 as create_task.sql 7

-- 13 as create_task.sql 8

-- 14 as create_task.sql 10

-- 15 as create_task.sql 9

-- 16 as create_task.sql 11

-- 17 as task.sql 6

-- 18 as task.sql 7

-- 19 as task.sql 8

-- 20 as task.sql 9

-- 21 as task.sql 11

-- 22 as task.sql 12

-- 23 as task.sql 13

-- 24 as task.sql 4

-- 25 as task.sql 15

-- 26 as task.sql 4

-- 27 as task.sql 18

-- 28 as task.sql 10

-- 29 as create_task.sql 20

-- 30 as create_task.sql 21

-- 31 as create_subtask.sql 20

-- 32
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "heard_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning gid;

-- 33
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
