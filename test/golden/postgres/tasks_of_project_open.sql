-- statements: 4

-- 1 as tasks_of_project.sql 1

-- 2 as tasks_of_project.sql 2

-- 3
select t.gid, "s"."rank", "l"."rank", "l"."task"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = $1 and s.rank > $2 and l.section = s.gid and t.gid = l.task and t.deleted_at is null and (t.completed = 0 or t.completed_at >= $3)
order by "s"."rank", "l"."rank", "l"."task"
limit $4;

-- 4 as tasks_of_project.sql 4
