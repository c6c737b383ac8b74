-- statements: 30

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4
select *
from "tasks"
where "gid" = $1;

-- 5
select *
from tasks
where "gid" = $1 for no key update;

-- 6 as create_task.sql 8

-- 7
select "rank" as rank
from "tasks"
where "parent" = $1 and rank > $2
order by "rank"
limit 1;

-- 8 as create_task.sql 6

-- 9 as create_task.sql 11

-- 10 as create_task.sql 12

-- 11 as create_task.sql 13

-- 12 as task.sql 6

-- 13 as task.sql 9

-- 14 as task.sql 10

-- 15 as task.sql 11

-- 16 as task.sql 11

-- 17 as task.sql 15

-- 18 as task.sql 16

-- 19 as task.sql 17

-- 20 as task.sql 17

-- 21 as task.sql 16

-- 22 as task.sql 26

-- 23
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" = any($1);

-- 24 as create_task.sql 23

-- 25
update tasks
set "modified_at" = $1
where "gid" = $2;

-- 26 as create_task.sql 24

-- 27 as create_task.sql 25

-- 28
with recursive up (task, above) as (
  select t.gid, t.gid
  from tasks t
  where "t"."gid" = any($1)
  union
  select up.task, a.parent
  from up
  join tasks a on a.gid = up.above
  where a.parent is not null)
select up.task as task, up.above as stream
from up
union
select up.task, m.project
from up
join task_memberships m on m.task = up.above;

-- 29 as create_task.sql 26

-- 30 as create_task.sql 27
