-- statements: 15

-- 1 as task_dependencies.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 3

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 11

-- 7 as create_task.sql 12

-- 8 as complete_task.sql 8

-- 9 as create_task.sql 12

-- 10 as complete_task.sql 10

-- 11 as create_subtask.sql 12

-- 12 as create_task.sql 14

-- 13 as create_task.sql 15

-- 14 as create_task.sql 16

-- 15 as create_task.sql 17
