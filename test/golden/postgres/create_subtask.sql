-- statements: 16

-- 1 as create_task.sql 1

-- 2 as task_dependencies.sql 1

-- 3
select *
from "tasks"
where "gid" = $1;

-- 4
select *
from tasks
where "gid" = $1 for no key update;

-- 5 as create_task.sql 7

-- 6
select "rank" as rank
from "tasks"
where "parent" = $1 and rank > $2
order by "rank"
limit 1;

-- 7 as create_task.sql 5

-- 8 as create_task.sql 10

-- 9 as create_task.sql 11

-- 10 as create_task.sql 12

-- 11
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as gone
from "tasks" t
where "t"."gid" = any($1);

-- 12 as create_task.sql 14

-- 13
update tasks
set "modified_at" = $1
where "gid" = $2;

-- 14 as create_task.sql 15

-- 15
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

-- 16 as create_task.sql 16
