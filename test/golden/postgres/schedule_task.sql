-- statements: 27

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4
update tasks
set "due_on" = $1, "modified_at" = $2
where "gid" = $3;

-- 5 as create_task.sql 12

-- 6 as complete_task.sql 6

-- 7 as create_subtask.sql 9

-- 8 as task.sql 6

-- 9 as task.sql 7

-- 10 as complete_task.sql 10

-- 11 as create_subtask.sql 13

-- 12 as create_task.sql 16

-- 13 as create_subtask.sql 16

-- 14 as task.sql 8

-- 15 as create_task.sql 17

-- 16 as task.sql 9

-- 17 as task.sql 11

-- 18 as task_stories.sql 6

-- 19 as task.sql 12

-- 20 as task.sql 13

-- 21 as task.sql 5

-- 22 as task.sql 15

-- 23 as task.sql 5

-- 24 as task.sql 18

-- 25 as project.sql 17

-- 26 as task.sql 10

-- 27 as create_task.sql 25
