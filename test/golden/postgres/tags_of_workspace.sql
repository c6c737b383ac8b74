-- statements: 4

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."gid"
  from "tags" as t
  where "t"."workspace" = $1 and t.deleted_at is null
  order by "t"."gid"
  limit $2) as packed ("c0", "c1");

-- 4 as task_tags.sql 4
