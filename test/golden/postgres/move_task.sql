-- statements: 18

-- 1 as tasks_of_section.sql 1

-- 2 as task_dependencies.sql 1

-- 3
select "gid", "project"
from "sections"
where "gid" = any($1);

-- 4 as create_task_in_project.sql 4

-- 5 as create_subtask.sql 3

-- 6
select "project", "section", "rank"
from "task_memberships"
where "task" = $1;

-- 7 as move_task.sql 3

-- 8 as move_task.sql 6

-- 9 as create_task.sql 6

-- 10 as create_task.sql 7

-- 11
select *
from task_memberships
where "task" = $1 and "project" = $2 for no key update;

-- 12
update task_memberships
set "section" = $1, "rank" = $2
where "task" = $3 and "project" = $4;

-- 13 as create_task.sql 10

-- 14
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as gone
from "tasks" t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'user_task_list' as type, t.workspace as workspace, null as subtype, 0 as gone
from "user_task_lists" t
where "t"."gid" = any($2);

-- 15 as create_task.sql 13

-- 16 as create_task.sql 14

-- 17 as create_subtask.sql 14

-- 18 as create_task.sql 15
