-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select l.gid as gid
from user_task_lists l
where l.gid = ?1 or l.gid = (
  select s.project
  from sections s
  where s.gid = ?1);

-- 4
select "l"."task", "s"."rank", "l"."rank"
from sections s cross
join task_memberships l
where s.project = ?1 and s.rank > ?2 and l.section = s.gid and not exists (
  select 1
  from tasks d indexed by "tasks_deleted"
  where d.gid = "l"."task" and d.deleted_at is not null)
order by "s"."rank", "l"."rank", "l"."task"
limit cast(?3 as integer);

-- 5
select json_group_array(json_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."name", "t0"."resource_subtype")) as "row"
from "tasks" as t0
where "t0"."gid" in (
  select value
  from json_each(?1));

-- 6 as task.sql 12
