-- statements: 20

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 3

-- 6 as create_task.sql 9

-- 7 as create_task.sql 11

-- 8 as task.sql 3

-- 9 as task.sql 4

-- 10 as task.sql 5

-- 11 as task.sql 6

-- 12 as task.sql 8

-- 13 as task.sql 9

-- 14 as task.sql 10

-- 15 as task.sql 11

-- 16 as task.sql 12

-- 17 as task.sql 11

-- 18 as task.sql 14

-- 19 as task.sql 15

-- 20 as tasks_of_project_nested.sql 13
