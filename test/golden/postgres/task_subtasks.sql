-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4
select "t"."gid", "t"."rank"
from tasks t
where t.parent = $1 and t.deleted_at is null
order by "t"."rank", "t"."gid"
limit $2;

-- 5 as task.sql 1

-- 6 as task_dependencies.sql 6

-- 7 as task.sql 1
