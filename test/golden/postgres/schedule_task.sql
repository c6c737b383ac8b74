-- statements: 13

-- 1 as create_task.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as task_dependencies.sql 1

-- 4 as create_subtask.sql 4

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 12

-- 7 as complete_task.sql 7

-- 8 as create_subtask.sql 11

-- 9 as complete_task.sql 9

-- 10 as create_subtask.sql 13

-- 11 as create_task.sql 15

-- 12 as create_subtask.sql 15

-- 13 as create_task.sql 16
