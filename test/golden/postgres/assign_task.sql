-- statements: 42

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as task.sql 3

-- 6 as create_subtask.sql 5

-- 7 as complete_task.sql 6

-- 8 as custom_fields_of_workspace.sql 4

-- 9
update tasks
set "assignee" = $1, "assigned_by" = $2, "assignee_status" = $3
where "gid" = $4;

-- 10 as my_task_list.sql 6

-- 11
delete
from task_memberships
where "task" = $1 and "project" = $2 returning *;

-- 12 as my_task_list.sql 6

-- 13 as create_task.sql 8

-- 14 as create_task.sql 9

-- 15 as create_task.sql 10

-- 16 as create_task.sql 12

-- 17 as create_task.sql 11

-- 18 as create_task.sql 13

-- 19 as task.sql 8

-- 20 as task.sql 9

-- 21 as task.sql 10

-- 22 as task.sql 10

-- 23 as task.sql 12

-- 24 as task.sql 14

-- 25 as task.sql 15

-- 26 as task.sql 16

-- 27 as task.sql 16

-- 28 as task.sql 18

-- 29 as task.sql 6

-- 30 as task.sql 6

-- 31 as task.sql 21

-- 32 as task.sql 6

-- 33 as task.sql 6

-- 34 as task.sql 25

-- 35 as task.sql 26

-- 36 as task.sql 13

-- 37 as create_task.sql 22

-- 38 as create_task.sql 23

-- 39 as create_task.sql 24

-- 40 as create_subtask.sql 26

-- 41 as create_task.sql 25

-- 42 as create_task.sql 26
