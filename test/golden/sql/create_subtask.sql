-- statements: 15

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
select *
from "tasks"
where "gid" = ?1;

-- 4
select *
from tasks
where "gid" = ?;

-- 5
select "rank" as rank
from "tasks"
where "parent" = ?1 and rank > ?2
order by "rank"
limit 1;

-- 6 as create_task.sql 5

-- 7 as create_task.sql 9

-- 8 as create_task.sql 10

-- 9 as create_task.sql 11

-- 10 as create_task.sql 12

-- 11 as create_task.sql 13

-- 12
update tasks
set "modified_at" = ?
where "gid" = ?;

-- 13 as create_task.sql 14

-- 14 as create_task.sql 15

-- 15 as create_task.sql 16
