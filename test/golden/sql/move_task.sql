-- statements: 19

-- 1 as task.sql 1

-- 2 as tasks_of_section.sql 2

-- 3 as task_dependencies.sql 2

-- 4
select "gid", "project"
from "sections"
where "gid" in (
  select value
  from json_each(?1));

-- 5 as create_task_in_project.sql 5

-- 6 as create_subtask.sql 4

-- 7
select "project", "section", "rank"
from "task_memberships"
where "task" = ?1;

-- 8 as move_task.sql 4

-- 9 as move_task.sql 7

-- 10 as create_task.sql 7

-- 11
select *
from task_memberships
where "task" = ? and "project" = ?;

-- 12
update task_memberships
set "section" = ?, "rank" = ?
where "task" = ? and "project" = ?;

-- 13 as create_task.sql 10

-- 14
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid as gid, 'user_task_list' as type, t.workspace as workspace, null as subtype, 0 as is_deleted
from "user_task_lists" t
where "t"."gid" in (
  select value
  from json_each(?2));

-- 15 as create_task.sql 21

-- 16 as create_subtask.sql 21

-- 17 as create_task.sql 23

-- 18 as create_task_in_project.sql 33

-- 19 as create_task.sql 25
