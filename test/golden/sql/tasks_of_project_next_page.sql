-- statements: 3

-- 1 as tasks_of_project.sql 3

-- 2
select t.gid, "l"."rank", "l"."task"
from sections s cross
join task_memberships l cross
join tasks t
where s.project = ?1 and s.rank = ?2 and l.section = s.gid and t.gid = l.task and t.deleted_at is null and ("l"."rank", "l"."task") > (?3, ?4)
order by "l"."rank", "l"."task"
limit cast(?5 as integer);

-- 3 as task_dependencies.sql 4
