-- statements: 22

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4
update tasks
set "name" = ?, "start_on" = ?, "start_at" = ?, "due_on" = ?, "due_at" = ?, "resource_subtype" = ?, "approval_status" = ?, "completed" = ?, "completed_at" = ?, "completed_by" = ?, "modified_at" = ?
where "gid" = ?;

-- 5 as create_task.sql 11

-- 6 as task.sql 6

-- 7 as task.sql 7

-- 8 as task.sql 8

-- 9 as task.sql 9

-- 10 as task.sql 10

-- 11 as task.sql 11

-- 12 as task.sql 12

-- 13 as task.sql 13

-- 14 as task.sql 4

-- 15 as task.sql 15

-- 16 as task.sql 4

-- 17 as task.sql 18

-- 18 as task.sql 10

-- 19 as create_task.sql 21

-- 20 as create_subtask.sql 20

-- 21 as create_subtask.sql 21

-- 22
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
