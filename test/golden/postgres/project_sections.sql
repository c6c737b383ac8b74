-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 7

-- 4 as tasks_of_project.sql 4

-- 5
select t.gid, "t"."rank"
from "sections" as t
where "t"."project" = $1
order by "t"."rank"
limit $2;

-- 6 as tasks_of_project_nested.sql 16

-- 7 as task.sql 1
