-- statements: 3

-- 1 as tasks_of_assignee.sql 2

-- 2
select t.gid, "t"."gid"
from "tags" as t
where "t"."workspace" = $1 and t.deleted_at is null
order by "t"."gid"
limit $2;

-- 3 as task_tags.sql 3
