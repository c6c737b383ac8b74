-- statements: 13

-- 1 as task_dependencies.sql 1

-- 2 as task_dependencies.sql 1

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 3

-- 5
update tasks
set "start_on" = $1, "start_at" = $2, "due_on" = $3, "due_at" = $4, "resource_subtype" = $5, "approval_status" = $6, "completed" = $7, "completed_at" = $8, "completed_by" = $9, "modified_at" = $10
where "gid" = $11;

-- 6 as create_task.sql 11

-- 7
select d.task as task, d.dependency as dependency
from task_dependencies d
where "d"."dependency" = any($1)
order by d.dependency, d.task;

-- 8 as create_subtask.sql 10

-- 9
insert into "stories" ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "workspace", "type", "resource_subtype")
select (e ->> 0)::bigint, (e ->> 1), (e ->> 2)::bigint, (e ->> 3)::bigint, (e ->> 4)::bigint, (e ->> 5)::bigint, (e ->> 6), (e ->> 7), (e ->> 8)::bigint, (e ->> 9)::bigint, (e ->> 10)::bigint, (e ->> 11)::bigint, (e ->> 12)::bigint, (e ->> 13), (e ->> 14)
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 10 as create_subtask.sql 12

-- 11 as create_task.sql 14

-- 12 as create_subtask.sql 14

-- 13 as create_task.sql 15
