-- statements: 28

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as create_subtask.sql 5

-- 6 as custom_fields_of_workspace.sql 4

-- 7 as create_task.sql 11

-- 8 as create_task.sql 13

-- 9 as task.sql 5

-- 10 as task.sql 6

-- 11 as task.sql 7

-- 12 as task.sql 7

-- 13 as task.sql 9

-- 14 as task.sql 11

-- 15 as task.sql 12

-- 16 as task.sql 13

-- 17 as task.sql 13

-- 18 as task.sql 15

-- 19 as task.sql 16

-- 20 as task.sql 16

-- 21 as task.sql 18

-- 22 as task.sql 16

-- 23 as task.sql 16

-- 24 as task.sql 21

-- 25 as task.sql 22

-- 26 as task.sql 18

-- 27 as tasks_of_project_nested.sql 17

-- 28 as create_task.sql 26
