-- statements: 6

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task_dependencies.sql 2

-- 4 as create_subtask.sql 3

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 11
