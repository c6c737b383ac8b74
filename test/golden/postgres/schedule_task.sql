-- statements: 13

-- 1 as task_dependencies.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 3

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 11

-- 7 as complete_task.sql 7

-- 8 as create_subtask.sql 10

-- 9 as complete_task.sql 9

-- 10 as create_subtask.sql 12

-- 11 as create_task.sql 14

-- 12 as create_subtask.sql 14

-- 13 as create_task.sql 15
