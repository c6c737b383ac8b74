-- statements: 7

-- 1 as create_task.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as tasks_of_assignee.sql 1

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 2

-- 6 as create_task.sql 10

-- 7 as create_task.sql 12
