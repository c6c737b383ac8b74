-- statements: 11

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task_dependencies.sql 2

-- 4 as create_subtask.sql 4

-- 5 as create_subtask.sql 4

-- 6
update tasks
set "name" = ?, "start_on" = ?, "start_at" = ?, "due_on" = ?, "due_at" = ?, "resource_subtype" = ?, "approval_status" = ?, "completed" = ?, "completed_at" = ?, "completed_by" = ?, "modified_at" = ?
where "gid" = ?;

-- 7 as create_task.sql 11

-- 8 as create_task.sql 13

-- 9 as create_subtask.sql 13

-- 10 as create_subtask.sql 14

-- 11
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
