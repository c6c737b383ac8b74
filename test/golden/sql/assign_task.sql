-- statements: 32

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as complete_task.sql 4

-- 6 as custom_fields_of_workspace.sql 3

-- 7
update tasks
set "assignee" = ?, "assigned_by" = ?, "assignee_status" = ?
where "gid" = ?;

-- 8 as my_task_list.sql 5

-- 9
delete
from task_memberships
where "task" = ? and "project" = ? returning *;

-- 10 as my_task_list.sql 5

-- 11 as create_task.sql 7

-- 12 as create_task.sql 8

-- 13 as create_task.sql 10

-- 14 as create_task.sql 9

-- 15 as create_task.sql 11

-- 16 as task.sql 7

-- 17 as task.sql 8

-- 18 as task.sql 9

-- 19 as task.sql 10

-- 20 as task.sql 12

-- 21 as task.sql 13

-- 22 as task.sql 14

-- 23 as task.sql 5

-- 24 as task.sql 16

-- 25 as task.sql 5

-- 26 as task.sql 19

-- 27 as task.sql 11

-- 28 as create_task.sql 20

-- 29 as create_task.sql 21

-- 30 as create_subtask.sql 21

-- 31
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning gid;

-- 32
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
