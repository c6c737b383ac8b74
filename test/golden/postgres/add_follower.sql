-- statements: 29

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as tasks_of_assignee.sql 3

-- 6 as create_subtask.sql 6

-- 7 as custom_fields_of_workspace.sql 4

-- 8 as create_task.sql 12

-- 9 as create_task.sql 14

-- 10 as task.sql 4

-- 11 as task.sql 5

-- 12 as task.sql 6

-- 13 as task.sql 6

-- 14 as task.sql 8

-- 15 as task.sql 10

-- 16 as task.sql 11

-- 17 as task.sql 12

-- 18 as task.sql 12

-- 19 as task.sql 14

-- 20 as task.sql 15

-- 21 as task.sql 15

-- 22 as task.sql 17

-- 23 as task.sql 15

-- 24 as task.sql 15

-- 25 as task.sql 20

-- 26 as task.sql 21

-- 27 as task.sql 17

-- 28 as tasks_of_project_nested.sql 16

-- 29 as create_task.sql 27
