-- statements: 41

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as create_subtask.sql 5

-- 6 as complete_task.sql 5

-- 7 as custom_fields_of_workspace.sql 4

-- 8
update tasks
set "assignee" = $1, "assigned_by" = $2, "assignee_status" = $3
where "gid" = $4;

-- 9 as my_task_list.sql 6

-- 10
delete
from task_memberships
where "task" = $1 and "project" = $2 returning *;

-- 11 as my_task_list.sql 6

-- 12 as create_task.sql 8

-- 13 as create_task.sql 9

-- 14 as create_task.sql 10

-- 15 as create_task.sql 12

-- 16 as create_task.sql 11

-- 17 as create_task.sql 13

-- 18 as task.sql 9

-- 19 as task.sql 10

-- 20 as task.sql 11

-- 21 as task.sql 11

-- 22 as task.sql 13

-- 23 as task.sql 15

-- 24 as task.sql 16

-- 25 as task.sql 17

-- 26 as task.sql 17

-- 27 as task.sql 19

-- 28 as task.sql 7

-- 29 as task.sql 7

-- 30 as task.sql 22

-- 31 as task.sql 7

-- 32 as task.sql 7

-- 33 as task.sql 26

-- 34 as task.sql 27

-- 35 as task.sql 14

-- 36 as create_task.sql 22

-- 37 as create_task.sql 23

-- 38 as create_task.sql 24

-- 39 as create_subtask.sql 27

-- 40 as create_task.sql 25

-- 41 as create_task.sql 26
