-- statements: 21

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 3

-- 6 as assign_task.sql 13

-- 7 as create_task.sql 11

-- 8 as task.sql 7

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11 as task.sql 10

-- 12 as task.sql 12

-- 13 as task.sql 13

-- 14 as task.sql 14

-- 15 as task.sql 5

-- 16 as task.sql 16

-- 17 as task.sql 5

-- 18 as task.sql 18

-- 19 as task.sql 19

-- 20 as tasks_of_project_nested.sql 14

-- 21 as create_task.sql 25
