-- statements: 28

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as create_subtask.sql 5

-- 6 as custom_fields_of_workspace.sql 4

-- 7 as assign_task.sql 15

-- 8 as create_task.sql 14

-- 9 as task.sql 9

-- 10 as task.sql 10

-- 11 as task.sql 11

-- 12 as task.sql 11

-- 13 as task.sql 13

-- 14 as task.sql 15

-- 15 as task.sql 16

-- 16 as task.sql 17

-- 17 as task.sql 17

-- 18 as task.sql 19

-- 19 as task.sql 7

-- 20 as task.sql 7

-- 21 as task.sql 22

-- 22 as task.sql 7

-- 23 as task.sql 7

-- 24 as task.sql 25

-- 25 as task.sql 26

-- 26 as task.sql 22

-- 27 as tasks_of_project_nested.sql 16

-- 28 as create_task.sql 27
