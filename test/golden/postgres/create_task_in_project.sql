-- statements: 43

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as tasks_of_assignee.sql 3

-- 4 as task.sql 7

-- 5 as tasks_of_tag.sql 3

-- 6
select s.project as gid, s.workspace as workspace, s.gid as section
from sections s
where "s"."project" = any($1) and s.rank = (
  select min(x.rank)
  from sections x
  where x.project = s.project);

-- 7 as custom_fields_of_workspace.sql 4

-- 8
select "gid", "workspace"
from "tags"
where "gid" = any($1);

-- 9 as create_task.sql 6

-- 10 as create_task.sql 8

-- 11 as create_task.sql 9

-- 12 as create_task.sql 10

-- 13
select "gid"
from "projects"
where "gid" = any($1) and "deleted_at" is not null
limit 1;

-- 14 as create_task.sql 11

-- 15 as create_task.sql 11

-- 16
insert into task_tags ("task", "tag")
values ($1, $2)
on conflict do nothing;

-- 17 as create_task.sql 12

-- 18 as create_task.sql 13

-- 19 as task.sql 9

-- 20 as task.sql 10

-- 21 as task.sql 11

-- 22 as task.sql 11

-- 23 as task.sql 15

-- 24 as task.sql 16

-- 25 as task.sql 17

-- 26 as task.sql 17

-- 27 as task.sql 13

-- 28 as create_task.sql 17

-- 29 as task.sql 7

-- 30 as task.sql 7

-- 31 as task.sql 27

-- 32 as task.sql 7

-- 33 as task.sql 7

-- 34 as task.sql 25

-- 35 as task.sql 26

-- 36 as task.sql 27

-- 37 as task.sql 14

-- 38 as create_task.sql 23

-- 39 as create_task.sql 24

-- 40 as create_task.sql 25

-- 41
select 1
from goal_metrics m
where m.workspace = $1 and m.progress_source not in ('manual', 'external')
limit 1;

-- 42 as create_task.sql 26

-- 43 as create_task.sql 27
