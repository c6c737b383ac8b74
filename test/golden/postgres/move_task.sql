-- statements: 21

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as tasks_of_section.sql 3

-- 4 as task_dependencies.sql 3

-- 5
select "gid", "project"
from "sections"
where "gid" = any($1);

-- 6 as create_task_in_project.sql 6

-- 7 as create_subtask.sql 5

-- 8
select "project", "section", "rank"
from "task_memberships"
where "task" = $1;

-- 9 as move_task.sql 5

-- 10 as move_task.sql 8

-- 11 as create_task.sql 8

-- 12 as create_task.sql 9

-- 13
select *
from task_memberships
where "task" = $1 and "project" = $2 for no key update;

-- 14
update task_memberships
set "section" = $1, "rank" = $2
where "task" = $3 and "project" = $4;

-- 15 as create_task.sql 12

-- 16
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'user_task_list' as type, t.workspace as workspace, null as subtype, 0 as is_deleted
from "user_task_lists" t
where "t"."gid" = any($2);

-- 17 as create_task.sql 16

-- 18 as create_task.sql 18

-- 19 as create_subtask.sql 17

-- 20 as create_task.sql 19

-- 21 as create_task.sql 27
