-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3 as tasks_of_project.sql 3

-- 4
select json_agg("c0"), json_agg("c1"), json_agg("c2")
from (
  select "l"."task", "s"."rank", "l"."rank"
  from sections s cross
  join task_memberships l cross
  join tasks t
  where s.project = $1 and s.rank > $2 and l.section = s.gid and t.gid = "l"."task" and t.deleted_at is null and (t.completed = 0 or t.completed_at >= $3)
  order by "s"."rank", "l"."rank", "l"."task"
  limit $4) as packed ("c0", "c1", "c2");

-- 5 as tasks_of_project.sql 5

-- 6 as task.sql 12
