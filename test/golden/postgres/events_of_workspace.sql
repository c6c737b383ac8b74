-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3
select c.gid as gid, c.at as at
from changes c
where c.workspace = $1 and c.gid > $2 and c.resource_type || ' ' || c.action = any($3)
order by c.gid
limit $4;

-- 4 as events.sql 5

-- 5 as task_stories.sql 6

-- 6 as task.sql 15

-- 7 as task.sql 1
