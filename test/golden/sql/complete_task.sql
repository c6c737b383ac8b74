-- statements: 26

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task.sql 2

-- 4 as create_subtask.sql 4

-- 5
update tasks
set "start_on" = ?, "start_at" = ?, "due_on" = ?, "due_at" = ?, "resource_subtype" = ?, "approval_status" = ?, "completed" = ?, "completed_at" = ?, "completed_by" = ?, "modified_at" = ?
where "gid" = ?;

-- 6 as create_task.sql 11

-- 7 as task.sql 6

-- 8 as task.sql 7

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11 as task.sql 10

-- 12 as task.sql 11

-- 13 as task.sql 12

-- 14 as task.sql 13

-- 15 as task.sql 4

-- 16 as task.sql 15

-- 17 as task.sql 4

-- 18 as task.sql 18

-- 19 as task.sql 10

-- 20
select d.task as task, d.dependency as dependency
from task_dependencies d
where "d"."dependency" in (
  select value
  from json_each(?1))
order by d.dependency, d.task;

-- 21 as create_subtask.sql 17

-- 22
insert into "stories" ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "workspace", "type", "resource_subtype")
select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]'), json_extract(value, '$[9]'), json_extract(value, '$[10]'), json_extract(value, '$[11]'), json_extract(value, '$[12]'), json_extract(value, '$[13]'), json_extract(value, '$[14]')
from json_each(?1)
where true
order by key;

-- 23 as create_subtask.sql 19

-- 24 as create_subtask.sql 20

-- 25 as create_task_in_project.sql 31

-- 26
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
