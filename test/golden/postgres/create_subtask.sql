-- statements: 16

-- 1 as task_dependencies.sql 1

-- 2
select *
from "tasks"
where "gid" = $1;

-- 3
select *
from tasks
where "gid" = $1 for no key update;

-- 4 as create_task.sql 6

-- 5
select "rank" as rank
from "tasks"
where "parent" = $1 and rank > $2
order by "rank"
limit 1;

-- 6 as create_task.sql 4

-- 7 as create_task.sql 9

-- 8 as create_task.sql 10

-- 9 as create_task.sql 11

-- 10 as create_task.sql 12

-- 11 as create_task.sql 13

-- 12
update tasks
set "modified_at" = $1
where "gid" = $2;

-- 13 as create_task.sql 14

-- 14 as create_task.sql 15

-- 15 as create_task.sql 16

-- 16 as create_task.sql 17
