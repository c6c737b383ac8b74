-- statements: 43

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as tasks_of_assignee.sql 3

-- 6 as task_dependencies.sql 3

-- 7 as create_subtask.sql 6

-- 8 as complete_task.sql 7

-- 9 as custom_fields_of_workspace.sql 4

-- 10
update tasks
set "assignee" = $1, "assigned_by" = $2, "assignee_status" = $3
where "gid" = $4;

-- 11 as my_task_list.sql 6

-- 12
delete
from task_memberships
where "task" = $1 and "project" = $2 returning *;

-- 13 as my_task_list.sql 6

-- 14 as create_task.sql 9

-- 15 as create_task.sql 10

-- 16 as create_task.sql 11

-- 17 as create_task.sql 13

-- 18 as create_task.sql 12

-- 19 as create_task.sql 14

-- 20 as task.sql 4

-- 21 as task.sql 5

-- 22 as task.sql 6

-- 23 as task.sql 6

-- 24 as task.sql 8

-- 25 as task.sql 10

-- 26 as task.sql 11

-- 27 as task.sql 12

-- 28 as task.sql 12

-- 29 as task.sql 14

-- 30 as task.sql 15

-- 31 as task.sql 15

-- 32 as task.sql 17

-- 33 as task.sql 15

-- 34 as task.sql 15

-- 35 as task.sql 21

-- 36 as task.sql 22

-- 37 as task.sql 9

-- 38 as create_task.sql 23

-- 39 as create_task.sql 24

-- 40 as create_task.sql 25

-- 41 as create_subtask.sql 27

-- 42 as create_task.sql 26

-- 43 as create_task.sql 27
