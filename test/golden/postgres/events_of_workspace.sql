-- statements: 8

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as tasks_of_assignee.sql 4

-- 4
select c.gid as gid, c.at as at
from changes c
where c.workspace = $1 and c.gid > $2 and c.resource_type || ' ' || c.action = any($3)
order by c.gid
limit $4;

-- 5 as events.sql 6

-- 6 as task_stories.sql 6

-- 7 as task.sql 13

-- 8 as task.sql 1
