-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as tasks_of_assignee.sql 4

-- 4
select t.gid, "t"."gid"
from "tags" as t
where "t"."workspace" = $1 and t.deleted_at is null
order by "t"."gid"
limit $2;

-- 5 as task_tags.sql 5

-- 6 as task.sql 1
