-- statements: 3

-- 1 as task_dependencies.sql 1

-- 2
select t.gid, "t"."rank", "t"."gid"
from tasks t
where t.parent = $1 and t.deleted_at is null
order by "t"."rank", "t"."gid"
limit $2;

-- 3 as task_dependencies.sql 3
