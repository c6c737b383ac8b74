-- statements: 27

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4
update tasks
set "completed" = ?, "completed_at" = ?, "completed_by" = ?, "modified_at" = ?
where "gid" = ?;

-- 5 as create_task.sql 11

-- 6 as task.sql 6

-- 7 as task.sql 7

-- 8 as task.sql 8

-- 9 as task_stories.sql 6

-- 10 as task.sql 10

-- 11 as task.sql 11

-- 12 as task.sql 12

-- 13 as task.sql 13

-- 14 as task.sql 5

-- 15 as task.sql 15

-- 16 as task.sql 5

-- 17 as task.sql 18

-- 18 as task.sql 10

-- 19
select d.task as task, d.dependency as dependency
from task_dependencies d
where "d"."dependency" in (
  select value
  from json_each(?1))
order by d.dependency, d.task;

-- 20 as create_subtask.sql 17

-- 21
insert into "stories" ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "target_type", "workspace", "type", "resource_subtype")
select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]'), json_extract(value, '$[9]'), json_extract(value, '$[10]'), json_extract(value, '$[11]'), json_extract(value, '$[12]'), json_extract(value, '$[13]'), json_extract(value, '$[14]'), json_extract(value, '$[15]')
from json_each(?1)
where true
order by key;

-- 22 as create_subtask.sql 19

-- 23 as create_subtask.sql 21

-- 24 as create_task_in_project.sql 31

-- 25 as create_task_in_project.sql 32

-- 26
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 27 as create_task.sql 25
