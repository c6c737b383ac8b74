-- statements: 9

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4
select l.gid as gid
from user_task_lists l
where l.gid = $1 or l.gid = (
  select s.project
  from sections s
  where s.gid = $1);

-- 5
select "l"."task", "s"."rank", "l"."rank"
from sections s cross
join task_memberships l
where s.project = $1 and s.rank > $2 and l.section = s.gid and not exists (
  select 1
  from tasks d
  where d.gid = "l"."task" and d.deleted_at is not null)
order by "s"."rank", "l"."rank", "l"."task"
limit $3;

-- 6 as task.sql 1

-- 7
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."name", "t0"."resource_subtype")), '[]'::json) as "row"
from "tasks" as t0
where "t0"."gid" = any($1);

-- 8 as task.sql 15

-- 9 as task.sql 1
