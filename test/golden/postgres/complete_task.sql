-- statements: 30

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 5

-- 5
update tasks
set "start_on" = $1, "start_at" = $2, "due_on" = $3, "due_at" = $4, "resource_subtype" = $5, "approval_status" = $6, "completed" = $7, "completed_at" = $8, "completed_by" = $9, "modified_at" = $10
where "gid" = $11;

-- 6 as create_task.sql 14

-- 7
select d.task as task, d.dependency as dependency
from task_dependencies d
where "d"."dependency" = any($1)
order by d.dependency, d.task;

-- 8 as create_subtask.sql 10

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11
insert into "stories" ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "target_type", "workspace", "type", "resource_subtype")
select (e ->> 0)::bigint, (e ->> 1), (e ->> 2)::bigint, (e ->> 3)::bigint, (e ->> 4)::bigint, (e ->> 5)::bigint, (e ->> 6), (e ->> 7), (e ->> 8)::bigint, (e ->> 9)::bigint, (e ->> 10)::bigint, (e ->> 11)::bigint, (e ->> 12), (e ->> 13)::bigint, (e ->> 14), (e ->> 15)
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 12 as create_subtask.sql 14

-- 13 as create_task.sql 18

-- 14 as create_subtask.sql 17

-- 15 as create_task_in_project.sql 22

-- 16 as task.sql 10

-- 17 as create_task.sql 19

-- 18 as task.sql 14

-- 19 as task.sql 12

-- 20 as task.sql 13

-- 21 as task.sql 14

-- 22 as task.sql 15

-- 23 as task.sql 16

-- 24 as task.sql 7

-- 25 as task.sql 18

-- 26 as task.sql 7

-- 27 as task.sql 21

-- 28 as task.sql 22

-- 29 as task.sql 12

-- 30 as create_task.sql 27
