-- statements: 25

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4
update tasks
set "due_on" = ?, "modified_at" = ?
where "gid" = ?;

-- 5 as create_task.sql 11

-- 6 as task.sql 6

-- 7 as task.sql 7

-- 8 as task.sql 8

-- 9 as task.sql 9

-- 10 as task.sql 11

-- 11 as task.sql 12

-- 12 as task.sql 13

-- 13 as task.sql 5

-- 14 as task.sql 15

-- 15 as task.sql 5

-- 16 as task.sql 18

-- 17 as task.sql 10

-- 18 as complete_task.sql 19

-- 19 as create_subtask.sql 17

-- 20 as complete_task.sql 21

-- 21 as create_subtask.sql 19

-- 22 as create_subtask.sql 21

-- 23 as create_task.sql 23

-- 24 as create_task_in_project.sql 33

-- 25 as create_task.sql 25
