-- statements: 12

-- 1 as create_task.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as tasks_of_tag.sql 1

-- 4 as create_subtask.sql 3

-- 5 as create_task_in_project.sql 7

-- 6 as create_task_in_project.sql 15

-- 7 as create_subtask.sql 11

-- 8 as create_task.sql 14

-- 9 as create_subtask.sql 13

-- 10 as create_task.sql 15

-- 11 as create_subtask.sql 15

-- 12 as create_task.sql 16
