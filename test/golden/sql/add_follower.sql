-- statements: 7

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 3

-- 6 as create_task.sql 9

-- 7 as create_task.sql 11
