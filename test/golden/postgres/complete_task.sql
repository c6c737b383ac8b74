-- statements: 29

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4
update tasks
set "completed" = $1, "completed_at" = $2, "completed_by" = $3, "modified_at" = $4
where "gid" = $5;

-- 5 as create_task.sql 12

-- 6
select d.task as task, d.dependency as dependency
from task_dependencies d
where "d"."dependency" = any($1)
order by d.dependency, d.task;

-- 7 as create_subtask.sql 9

-- 8 as task.sql 6

-- 9 as task.sql 7

-- 10
insert into "stories" ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "target_type", "workspace", "type", "resource_subtype")
select (e ->> 0)::bigint, (e ->> 1), (e ->> 2)::bigint, (e ->> 3)::bigint, (e ->> 4)::bigint, (e ->> 5)::bigint, (e ->> 6), (e ->> 7), (e ->> 8)::bigint, (e ->> 9)::bigint, (e ->> 10)::bigint, (e ->> 11)::bigint, (e ->> 12), (e ->> 13)::bigint, (e ->> 14), (e ->> 15)
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 11 as create_subtask.sql 13

-- 12 as create_task.sql 16

-- 13 as create_subtask.sql 16

-- 14 as create_task_in_project.sql 20

-- 15 as task.sql 8

-- 16 as create_task.sql 17

-- 17 as task_stories.sql 6

-- 18 as task.sql 10

-- 19 as task.sql 11

-- 20 as task_stories.sql 6

-- 21 as task.sql 12

-- 22 as task.sql 13

-- 23 as task.sql 5

-- 24 as task.sql 15

-- 25 as task.sql 5

-- 26 as task.sql 18

-- 27 as project.sql 17

-- 28 as task.sql 10

-- 29 as create_task.sql 25
