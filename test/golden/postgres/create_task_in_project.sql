-- statements: 19

-- 1 as tasks_of_assignee.sql 1

-- 2 as tasks_of_project.sql 1

-- 3 as tasks_of_tag.sql 1

-- 4
select s.project as gid, s.workspace as workspace, s.gid as section
from sections s
where "s"."project" = any($1) and s.rank = (
  select min(x.rank)
  from sections x
  where x.project = s.project);

-- 5 as custom_fields_of_workspace.sql 2

-- 6
select "gid", "workspace"
from "tags"
where "gid" = any($1);

-- 7 as create_task.sql 4

-- 8 as create_task.sql 6

-- 9 as create_task.sql 7

-- 10 as create_task.sql 8

-- 11
select "gid"
from "projects"
where "gid" = any($1) and "deleted_at" is not null
limit 1;

-- 12 as create_task.sql 9

-- 13 as create_task.sql 9

-- 14
insert into task_tags ("task", "tag")
values ($1, $2)
on conflict do nothing;

-- 15 as create_task.sql 10

-- 16 as create_task.sql 11

-- 17 as create_task.sql 13

-- 18 as create_task.sql 14

-- 19 as create_task.sql 15
