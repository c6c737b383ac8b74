-- statements: 14

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_tag.sql 3

-- 5 as create_subtask.sql 4

-- 6 as create_task_in_project.sql 8

-- 7
insert into task_tags ("task", "tag")
values ($1, $2)
on conflict do nothing;

-- 8 as create_subtask.sql 10

-- 9 as create_task.sql 16

-- 10 as create_subtask.sql 14

-- 11 as create_task.sql 18

-- 12 as create_subtask.sql 17

-- 13 as create_task.sql 19

-- 14 as create_task.sql 27
