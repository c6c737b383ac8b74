-- statements: 37

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as create_subtask.sql 5

-- 6 as custom_fields_of_workspace.sql 4

-- 7 as my_task_list.sql 6

-- 8
update tasks
set "start_on" = $1, "start_at" = $2, "due_on" = $3, "due_at" = $4, "resource_subtype" = $5, "approval_status" = $6, "completed" = $7, "completed_at" = $8, "completed_by" = $9, "assignee" = $10, "assigned_by" = $11, "assignee_status" = $12, "modified_at" = $13
where "gid" = $14;

-- 9 as my_task_list.sql 6

-- 10
delete
from task_memberships
where "task" = $1 and "project" = $2 returning *;

-- 11 as create_task.sql 8

-- 12 as create_task.sql 9

-- 13 as create_task.sql 10

-- 14 as create_task.sql 12

-- 15
insert into task_followers ("task", "user")
values ($1, $2)
on conflict do nothing;

-- 16 as create_task.sql 14

-- 17 as task.sql 8

-- 18 as create_task.sql 13

-- 19 as task.sql 9

-- 20 as create_task.sql 16

-- 21 as create_task.sql 18

-- 22 as create_subtask.sql 17

-- 23 as task.sql 10

-- 24 as create_task.sql 19

-- 25 as create_task.sql 19

-- 26 as task.sql 11

-- 27 as task.sql 13

-- 28 as task.sql 14

-- 29 as task.sql 15

-- 30 as task.sql 16

-- 31 as task.sql 7

-- 32 as task.sql 18

-- 33 as task.sql 7

-- 34 as task.sql 21

-- 35 as task.sql 22

-- 36 as task.sql 12

-- 37 as create_task.sql 27
