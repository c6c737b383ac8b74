-- statements: 26

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
select *
from "tasks"
where "gid" = $1;

-- 4
select *
from tasks
where "gid" = $1 for no key update;

-- 5
select pg_advisory_xact_lock($1::bigint * 16 + 1);

-- 6
select "rank" as rank
from "tasks"
where "parent" = $1 and rank > $2
order by "rank"
limit 1;

-- 7 as create_task.sql 5

-- 8 as create_task.sql 9

-- 9
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" = any($1);

-- 10 as create_task.sql 12

-- 11 as task.sql 4

-- 12 as create_task.sql 14

-- 13
update tasks
set "modified_at" = $1
where "gid" = $2;

-- 14 as create_task.sql 15

-- 15 as create_task.sql 16

-- 16
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

-- 17 as task.sql 6

-- 18 as create_task.sql 17

-- 19 as task.sql 7

-- 20 as task.sql 8

-- 21 as task.sql 11

-- 22 as task_stories.sql 6

-- 23 as task.sql 12

-- 24 as task_stories.sql 6

-- 25 as task.sql 18

-- 26 as create_task.sql 25
