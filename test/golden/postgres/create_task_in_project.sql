-- statements: 42

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as tasks_of_project.sql 3

-- 6 as tasks_of_tag.sql 3

-- 7
select s.project as gid, s.workspace as workspace, s.gid as section
from sections s
where "s"."project" = any($1) and s.rank = (
  select min(x.rank)
  from sections x
  where x.project = s.project);

-- 8 as custom_fields_of_workspace.sql 4

-- 9
select "gid", "workspace"
from "tags"
where "gid" = any($1);

-- 10 as create_task.sql 7

-- 11 as create_task.sql 9

-- 12 as create_task.sql 10

-- 13 as create_task.sql 11

-- 14
select "gid"
from "projects"
where "gid" = any($1) and "deleted_at" is not null
limit 1;

-- 15 as create_task.sql 12

-- 16 as create_task.sql 12

-- 17
insert into task_tags ("task", "tag")
values ($1, $2)
on conflict do nothing;

-- 18 as create_task.sql 13

-- 19 as create_task.sql 14

-- 20 as task.sql 4

-- 21 as task.sql 5

-- 22 as task.sql 6

-- 23 as task.sql 6

-- 24 as task.sql 10

-- 25 as task.sql 11

-- 26 as task.sql 12

-- 27 as task.sql 12

-- 28 as task.sql 8

-- 29 as create_task.sql 18

-- 30 as task.sql 15

-- 31 as task.sql 15

-- 32 as task.sql 22

-- 33 as task.sql 15

-- 34 as task.sql 15

-- 35 as task.sql 20

-- 36 as task.sql 21

-- 37 as task.sql 22

-- 38 as task.sql 9

-- 39 as create_task.sql 24

-- 40 as create_task.sql 25

-- 41 as create_task.sql 26

-- 42 as create_task.sql 27
