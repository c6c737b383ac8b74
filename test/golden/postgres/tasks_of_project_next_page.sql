-- statements: 5

-- 1 as task.sql 1

-- 2
select "l"."task", "l"."rank"
from sections s cross
join task_memberships l
where s.project = $1 and s.rank = $2 and l.section = s.gid and not exists (
  select 1
  from tasks d
  where d.gid = "l"."task" and d.deleted_at is not null) and ("l"."rank", "l"."task") > ($3, $4)
order by "l"."rank", "l"."task"
limit $5;

-- 3 as task.sql 1

-- 4 as task_dependencies.sql 6

-- 5 as task.sql 1
