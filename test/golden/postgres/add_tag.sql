-- statements: 13

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_tag.sql 2

-- 4 as create_subtask.sql 3

-- 5 as create_task_in_project.sql 7

-- 6
insert into task_tags ("task", "tag")
values ($1, $2)
on conflict do nothing;

-- 7 as create_subtask.sql 9

-- 8 as create_task.sql 14

-- 9 as create_subtask.sql 13

-- 10 as create_task.sql 16

-- 11 as create_subtask.sql 16

-- 12 as create_task.sql 17

-- 13 as create_task.sql 25
