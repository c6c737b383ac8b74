-- statements: 4

-- 1 as tasks_of_assignee.sql 2

-- 2
select c.gid as gid, c.at as at
from changes c
where c.workspace = $1 and c.gid > $2 and c.resource_type || ' ' || c.action = any($3)
order by c.gid
limit $4;

-- 3 as events.sql 5

-- 4 as task_stories.sql 4
