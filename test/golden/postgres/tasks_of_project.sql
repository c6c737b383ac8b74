-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select l.gid as gid
from user_task_lists l
where l.gid = $1 or l.gid = (
  select s.project
  from sections s
  where s.gid = $1);

-- 4
select json_agg("c0"), json_agg("c1"), json_agg("c2")
from (
  select "l"."task", "s"."rank", "l"."rank"
  from sections s cross
  join task_memberships l
  where s.project = $1 and s.rank > $2 and l.section = s.gid and not exists (
    select 1
    from tasks d
    where d.gid = "l"."task" and d.deleted_at is not null)
  order by "s"."rank", "l"."rank", "l"."task"
  limit $3) as packed ("c0", "c1", "c2");

-- 5
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."name", "t0"."resource_subtype")), '[]'::json) as "row"
from "tasks" as t0
where "t0"."gid" = any($1);

-- 6 as task.sql 12
