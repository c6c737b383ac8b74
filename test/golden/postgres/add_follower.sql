-- statements: 24

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as create_subtask.sql 5

-- 6 as custom_fields_of_workspace.sql 4

-- 7 as assign_task.sql 15

-- 8 as create_task.sql 14

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11 as task.sql 10

-- 12 as task.sql 11

-- 13 as task.sql 13

-- 14 as task.sql 14

-- 15 as task.sql 15

-- 16 as task.sql 16

-- 17 as task.sql 7

-- 18 as task.sql 18

-- 19 as task.sql 7

-- 20 as task.sql 20

-- 21 as task.sql 21

-- 22 as task.sql 18

-- 23 as project_sections.sql 6

-- 24 as create_task.sql 27
