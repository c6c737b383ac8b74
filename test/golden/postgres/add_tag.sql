-- statements: 14

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_tag.sql 3

-- 5 as create_subtask.sql 4

-- 6 as create_task_in_project.sql 8

-- 7 as create_task_in_project.sql 16

-- 8 as create_subtask.sql 23

-- 9 as create_task.sql 23

-- 10 as create_subtask.sql 25

-- 11 as create_task.sql 25

-- 12 as create_subtask.sql 28

-- 13 as create_task.sql 26

-- 14 as create_task.sql 27
