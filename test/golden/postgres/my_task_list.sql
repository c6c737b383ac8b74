-- statements: 9

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as tasks_of_assignee.sql 3

-- 4 as custom_fields_of_workspace.sql 3

-- 5
select l.gid as gid, l.workspace as workspace, s.gid as section
from user_task_lists l
join sections s on s.project = l.gid
where l.owner = $1 and l.workspace = $2
order by s.rank
limit 1;

-- 6
select json_build_array("t0"."gid", "t0"."name", "t0"."owner", "t0"."workspace") as "row"
from "user_task_lists" as t0
where "t0"."gid" = $1;

-- 7 as task_stories.sql 6

-- 8 as task.sql 18

-- 9 as tasks_of_assignee.sql 3
