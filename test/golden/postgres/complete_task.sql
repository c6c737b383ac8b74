-- statements: 35

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as task_dependencies.sql 3

-- 6 as create_subtask.sql 6

-- 7
update tasks
set "start_on" = $1, "start_at" = $2, "due_on" = $3, "due_at" = $4, "resource_subtype" = $5, "approval_status" = $6, "completed" = $7, "completed_at" = $8, "completed_by" = $9, "modified_at" = $10
where "gid" = $11;

-- 8 as create_task.sql 14

-- 9 as task.sql 4

-- 10 as task.sql 5

-- 11 as task.sql 6

-- 12 as task.sql 6

-- 13 as task.sql 8

-- 14 as task.sql 9

-- 15 as task.sql 10

-- 16 as task.sql 11

-- 17 as task.sql 12

-- 18 as task.sql 12

-- 19 as task.sql 14

-- 20 as task.sql 15

-- 21 as task.sql 15

-- 22 as task.sql 17

-- 23 as task.sql 15

-- 24 as task.sql 15

-- 25 as task.sql 21

-- 26 as task.sql 22

-- 27 as task.sql 9

-- 28
select d.task as task, d.dependency as dependency
from task_dependencies d
where "d"."dependency" = any($1)
order by d.dependency, d.task;

-- 29 as create_subtask.sql 23

-- 30
insert into "stories" ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "workspace", "type", "resource_subtype")
select (e ->> 0)::bigint, (e ->> 1), (e ->> 2)::bigint, (e ->> 3)::bigint, (e ->> 4)::bigint, (e ->> 5)::bigint, (e ->> 6), (e ->> 7), (e ->> 8)::bigint, (e ->> 9)::bigint, (e ->> 10)::bigint, (e ->> 11)::bigint, (e ->> 12)::bigint, (e ->> 13), (e ->> 14)
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 31 as create_subtask.sql 25

-- 32 as create_task.sql 25

-- 33 as create_subtask.sql 27

-- 34 as create_task.sql 26

-- 35 as create_task.sql 27
