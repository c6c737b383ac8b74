-- statements: 14

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task_dependencies.sql 2

-- 4 as create_subtask.sql 4

-- 5 as create_subtask.sql 4

-- 6 as complete_task.sql 6

-- 7 as create_task.sql 11

-- 8 as complete_task.sql 8

-- 9 as create_subtask.sql 10

-- 10 as complete_task.sql 10

-- 11 as create_subtask.sql 12

-- 12 as create_subtask.sql 13

-- 13 as create_task.sql 14

-- 14 as create_task_in_project.sql 19
