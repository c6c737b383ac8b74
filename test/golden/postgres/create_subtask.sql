-- statements: 15

-- 1 as task_dependencies.sql 1

-- 2
select *
from "tasks"
where "gid" = $1;

-- 3
select *
from tasks
where "gid" = $1 for no key update;

-- 4 as create_task.sql 6

-- 5
select "rank" as rank
from "tasks"
where "parent" = $1 and rank > $2
order by "rank"
limit 1;

-- 6 as create_task.sql 4

-- 7 as create_task.sql 9

-- 8 as create_task.sql 10

-- 9 as create_task.sql 11

-- 10
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as gone
from "tasks" t
where "t"."gid" = any($1);

-- 11 as create_task.sql 13

-- 12
update tasks
set "modified_at" = $1
where "gid" = $2;

-- 13 as create_task.sql 14

-- 14
with recursive up (task, above) as (
  select t.gid, t.gid
  from tasks t
  where "t"."gid" = any($1)
  union
  select up.task, a.parent
  from up
  join tasks a on a.gid = up.above
  where a.parent is not null)
select up.task as task, up.above as heard
from up
union
select up.task, m.project
from up
join task_memberships m on m.task = up.above;

-- 15 as create_task.sql 15
