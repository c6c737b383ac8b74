-- statements: 20

-- 1 as task.sql 1

-- 2 as tasks_of_section.sql 2

-- 3 as task_dependencies.sql 2

-- 4
select "gid", "project"
from "sections"
where "gid" = any($1);

-- 5 as create_task_in_project.sql 5

-- 6 as create_subtask.sql 4

-- 7
select "project", "section", "rank"
from "task_memberships"
where "task" = $1;

-- 8 as move_task.sql 4

-- 9 as move_task.sql 7

-- 10 as create_subtask.sql 5

-- 11
select "rank" as rank
from "task_memberships"
where "section" = $1 and rank > $2
order by "rank"
limit 1;

-- 12
select *
from task_memberships
where "task" = $1 and "project" = $2 for no key update;

-- 13
update task_memberships
set "section" = $1, "rank" = $2
where "task" = $3 and "project" = $4;

-- 14 as create_task.sql 10

-- 15
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'user_task_list' as type, t.workspace as workspace, null as subtype, 0 as is_deleted
from "user_task_lists" t
where "t"."gid" = any($2);

-- 16 as create_task.sql 14

-- 17 as create_task.sql 16

-- 18 as create_subtask.sql 16

-- 19 as create_task.sql 17

-- 20 as create_task.sql 25
