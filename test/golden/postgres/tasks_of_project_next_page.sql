-- statements: 2

-- 1
select json_agg("c0"), json_agg("c1")
from (
  select "l"."task", "l"."rank"
  from sections s cross
  join task_memberships l
  where s.project = $1 and s.rank = $2 and l.section = s.gid and not exists (
    select 1
    from tasks d
    where d.gid = "l"."task" and d.deleted_at is not null) and ("l"."rank", "l"."task") > ($3, $4)
  order by "l"."rank", "l"."task"
  limit $5) as packed ("c0", "c1");

-- 2 as task_dependencies.sql 4
