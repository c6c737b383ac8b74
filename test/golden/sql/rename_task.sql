-- statements: 23

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task.sql 2

-- 4 as create_subtask.sql 4

-- 5
update tasks
set "name" = ?, "start_on" = ?, "start_at" = ?, "due_on" = ?, "due_at" = ?, "resource_subtype" = ?, "approval_status" = ?, "completed" = ?, "completed_at" = ?, "completed_by" = ?, "modified_at" = ?
where "gid" = ?;

-- 6 as create_task.sql 11

-- 7 as task.sql 6

-- 8 as task.sql 7

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11 as task.sql 10

-- 12 as task.sql 11

-- 13 as task.sql 12

-- 14 as task.sql 13

-- 15 as task.sql 4

-- 16 as task.sql 15

-- 17 as task.sql 4

-- 18 as task.sql 18

-- 19 as task.sql 10

-- 20 as create_task.sql 21

-- 21 as create_subtask.sql 20

-- 22 as create_subtask.sql 21

-- 23
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
