-- statements: 36

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as create_subtask.sql 4

-- 5 as custom_fields_of_workspace.sql 3

-- 6 as my_task_list.sql 5

-- 7
update tasks
set "assignee" = $1, "modified_at" = $2
where "gid" = $3;

-- 8 as my_task_list.sql 5

-- 9
delete
from task_memberships
where "task" = $1 and "project" = $2 returning *;

-- 10 as create_task.sql 7

-- 11 as create_task.sql 8

-- 12 as create_task.sql 9

-- 13 as create_task.sql 11

-- 14
insert into task_followers ("task", "user")
values ($1, $2)
on conflict do nothing;

-- 15 as create_task.sql 13

-- 16 as task.sql 6

-- 17 as create_task.sql 12

-- 18 as task.sql 7

-- 19 as create_task.sql 15

-- 20 as create_task.sql 17

-- 21 as create_subtask.sql 16

-- 22 as task.sql 8

-- 23 as create_task.sql 18

-- 24 as create_task.sql 18

-- 25 as task.sql 9

-- 26 as task.sql 11

-- 27 as task_stories.sql 6

-- 28 as task.sql 12

-- 29 as task.sql 13

-- 30 as task.sql 5

-- 31 as task.sql 15

-- 32 as task.sql 5

-- 33 as task.sql 18

-- 34 as project.sql 17

-- 35 as task.sql 10

-- 36 as create_task.sql 26
