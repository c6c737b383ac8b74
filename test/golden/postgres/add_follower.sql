-- statements: 23

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 3

-- 6 as assign_task.sql 13

-- 7 as create_task.sql 12

-- 8 as task.sql 6

-- 9 as task.sql 7

-- 10 as task.sql 8

-- 11 as task.sql 9

-- 12 as task.sql 11

-- 13 as task_stories.sql 6

-- 14 as task.sql 12

-- 15 as task.sql 13

-- 16 as task.sql 5

-- 17 as task.sql 15

-- 18 as task.sql 5

-- 19 as task.sql 17

-- 20 as task.sql 18

-- 21 as task.sql 15

-- 22 as project_sections.sql 5

-- 23 as create_task.sql 25
