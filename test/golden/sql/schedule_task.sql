-- statements: 15

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task_dependencies.sql 2

-- 4 as create_subtask.sql 4

-- 5 as create_subtask.sql 4

-- 6 as complete_task.sql 6

-- 7 as create_task.sql 11

-- 8 as create_task.sql 12

-- 9 as complete_task.sql 9

-- 10 as create_task.sql 12

-- 11 as complete_task.sql 11

-- 12 as create_subtask.sql 12

-- 13 as create_task.sql 14

-- 14 as create_task.sql 15

-- 15 as create_task.sql 16
