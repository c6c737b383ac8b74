-- statements: 11

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as tasks_of_assignee.sql 3

-- 4 as tasks_of_assignee.sql 4

-- 5 as custom_fields_of_workspace.sql 4

-- 6
select l.gid as gid, l.workspace as workspace, s.gid as section
from user_task_lists l
join sections s on s.project = l.gid
where l.owner = $1 and l.workspace = $2
order by s.rank
limit 1;

-- 7
select json_build_array("t0"."gid", "t0"."name", "t0"."owner", "t0"."workspace") as "row"
from "user_task_lists" as t0
where "t0"."gid" = $1;

-- 8 as task.sql 14

-- 9 as task.sql 21

-- 10 as tasks_of_assignee.sql 4

-- 11 as task.sql 1
