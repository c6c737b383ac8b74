-- statements: 8

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4
select "l"."task", "s"."rank", "l"."rank"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = $1 and s.rank > $2 and l.section = s.gid and t.gid = "l"."task" and t.deleted_at is null and t.modified_at >= $3
order by "s"."rank", "l"."rank", "l"."task"
limit $4;

-- 5 as task.sql 1

-- 6 as tasks_of_project.sql 7

-- 7 as task.sql 15

-- 8 as task.sql 1
