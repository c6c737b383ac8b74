-- statements: 33

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 3

-- 6 as my_task_list.sql 5

-- 7
update tasks
set "assignee" = ?, "modified_at" = ?
where "gid" = ?;

-- 8 as my_task_list.sql 5

-- 9
delete
from task_memberships
where "task" = ? and "project" = ? returning *;

-- 10 as create_task.sql 7

-- 11 as create_task.sql 8

-- 12 as create_task.sql 10

-- 13
insert into task_followers ("task", "user")
values (?, ?)
on conflict do nothing;

-- 14 as create_task.sql 11

-- 15 as task.sql 6

-- 16 as task.sql 7

-- 17 as task.sql 8

-- 18 as task.sql 9

-- 19 as task.sql 11

-- 20 as task.sql 12

-- 21 as task.sql 13

-- 22 as task.sql 5

-- 23 as task.sql 15

-- 24 as task.sql 5

-- 25 as task.sql 18

-- 26 as task.sql 10

-- 27 as create_task.sql 20

-- 28 as create_task.sql 21

-- 29 as create_subtask.sql 21

-- 30
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 31
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 32
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 33 as create_task.sql 25
