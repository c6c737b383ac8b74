-- statements: 13

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task_dependencies.sql 2

-- 4 as create_subtask.sql 4

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 11

-- 7 as complete_task.sql 7

-- 8 as create_subtask.sql 10

-- 9 as complete_task.sql 9

-- 10 as create_subtask.sql 12

-- 11 as create_subtask.sql 13

-- 12 as create_task.sql 14

-- 13 as create_task_in_project.sql 18
