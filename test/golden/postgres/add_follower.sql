-- statements: 27

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 3

-- 6 as assign_task.sql 14

-- 7 as create_task.sql 13

-- 8 as task.sql 7

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11 as task.sql 9

-- 12 as task.sql 11

-- 13 as task.sql 13

-- 14 as project.sql 11

-- 15 as task.sql 14

-- 16 as task.sql 14

-- 17 as task.sql 15

-- 18 as task.sql 5

-- 19 as task.sql 5

-- 20 as task.sql 17

-- 21 as task.sql 5

-- 22 as task.sql 5

-- 23 as task.sql 19

-- 24 as task.sql 20

-- 25 as task.sql 17

-- 26 as tasks_of_project_nested.sql 14

-- 27 as create_task.sql 26
