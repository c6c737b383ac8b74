-- statements: 35

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

-- 12 as create_task.sql 10

-- 13
insert into task_followers ("task", "user")
values ($1, $2)
on conflict do nothing;

-- 14 as create_task.sql 12

-- 15 as task.sql 6

-- 16 as create_task.sql 11

-- 17 as task.sql 7

-- 18 as create_task.sql 14

-- 19 as create_task.sql 16

-- 20 as create_subtask.sql 16

-- 21 as task.sql 8

-- 22 as create_task.sql 17

-- 23 as create_task.sql 17

-- 24 as task.sql 9

-- 25 as task.sql 11

-- 26 as task_stories.sql 6

-- 27 as task.sql 12

-- 28 as task.sql 13

-- 29 as task.sql 5

-- 30 as task.sql 15

-- 31 as task.sql 5

-- 32 as task.sql 18

-- 33 as project.sql 17

-- 34 as task.sql 10

-- 35 as create_task.sql 25
