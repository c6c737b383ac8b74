-- statements: 6

-- 1 as task_dependencies.sql 1

-- 2 as tasks_of_assignee.sql 1

-- 3 as create_subtask.sql 3

-- 4 as custom_fields_of_workspace.sql 2

-- 5 as create_task.sql 9

-- 6 as create_task.sql 11
