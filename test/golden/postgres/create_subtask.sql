-- statements: 27

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

-- 10
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" = any($1);

-- 11 as create_task.sql 14

-- 12 as task.sql 6

-- 13 as create_task.sql 16

-- 14
update tasks
set "modified_at" = $1
where "gid" = $2;

-- 15 as create_task.sql 17

-- 16 as create_task.sql 18

-- 17
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

-- 18 as task.sql 8

-- 19 as create_task.sql 19

-- 20 as task.sql 9

-- 21 as task.sql 10

-- 22 as task.sql 13

-- 23 as task.sql 14

-- 24 as task.sql 15

-- 25 as task.sql 14

-- 26 as task.sql 21

-- 27 as create_task.sql 27
