-- statements: 4

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select "t"."gid", "t"."rank"
  from tasks t
  where t.parent = $1 and t.deleted_at is null
  order by "t"."rank", "t"."gid"
  limit $2) as packed ("c0", "c1");

-- 4 as task_dependencies.sql 4
