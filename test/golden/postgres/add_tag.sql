-- statements: 11

-- 1 as task_dependencies.sql 1

-- 2 as tasks_of_tag.sql 1

-- 3 as create_subtask.sql 2

-- 4 as create_task_in_project.sql 6

-- 5 as create_task_in_project.sql 14

-- 6 as create_subtask.sql 10

-- 7 as create_task.sql 13

-- 8 as create_subtask.sql 12

-- 9 as create_task.sql 14

-- 10 as create_subtask.sql 14

-- 11 as create_task.sql 15
