-- statements: 5

-- 1 as task.sql 1

-- 2
select c.gid as gid, c.at as at
from changes c
where c.workspace = $1 and c.gid > $2 and c.resource_type || ' ' || c.action = any($3)
order by c.gid
limit $4;

-- 3 as events.sql 4

-- 4 as task_stories.sql 5

-- 5 as task.sql 12
