-- statements: 9

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4 as tasks_of_project.sql 4

-- 5
select "l"."task", "s"."rank", "l"."rank"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = $1 and s.rank > $2 and l.section = s.gid and t.gid = "l"."task" and t.deleted_at is null and (t.completed = 0 or t.completed_at >= $3)
order by "s"."rank", "l"."rank", "l"."task"
limit $4;

-- 6 as task.sql 1

-- 7 as tasks_of_project.sql 7

-- 8 as task.sql 15

-- 9 as task.sql 1
