-- statements: 24

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
select *
from "tasks"
where "gid" = ?1;

-- 4
select *
from tasks
where "gid" = ?;

-- 5
select "rank" as rank
from "tasks"
where "parent" = ?1 and rank > ?2
order by "rank"
limit 1;

-- 6 as create_task.sql 5

-- 7 as create_task.sql 9

-- 8 as create_task.sql 11

-- 9 as task.sql 4

-- 10 as task.sql 6

-- 11 as task.sql 7

-- 12 as task.sql 8

-- 13 as task.sql 11

-- 14 as task_stories.sql 6

-- 15 as task.sql 12

-- 16 as task.sql 18

-- 17
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" in (
  select value
  from json_each(?1));

-- 18 as create_task.sql 21

-- 19
update tasks
set "modified_at" = ?
where "gid" = ?;

-- 20 as create_task.sql 22

-- 21
with recursive up (task, above) as (
  select t.gid, t.gid
  from tasks t
  where "t"."gid" in (
    select value
    from json_each(?1))
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

-- 22
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 23
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 24 as create_task.sql 25
