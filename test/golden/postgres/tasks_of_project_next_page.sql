-- statements: 6

-- 1 as task.sql 1

-- 2 as tasks_of_project.sql 4

-- 3
select t.gid, "l"."rank", "l"."task"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = $1 and s.rank = $2 and l.section = s.gid and t.gid = l.task and t.deleted_at is null and ("l"."rank", "l"."task") > ($3, $4)
order by "l"."rank", "l"."task"
limit $5;

-- 4 as task.sql 1

-- 5 as task_dependencies.sql 6

-- 6 as task.sql 1
