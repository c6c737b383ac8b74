-- statements: 37

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as task.sql 5

-- 4 as tasks_of_tag.sql 2

-- 5
select s.project as gid, s.workspace as workspace, s.gid as section
from sections s
where "s"."project" = any($1) and s.rank = (
  select min(x.rank)
  from sections x
  where x.project = s.project);

-- 6 as custom_fields_of_workspace.sql 3

-- 7
select "gid", "workspace"
from "tags"
where "gid" = any($1);

-- 8
select p.gid as gid, case when p.deleted_at is null then 0 else 1 end as is_deleted, (
  select coalesce(json_agg(json_build_array(f.gid, case when f.id_prefix is not null and f.deleted_at is null then 1 else 0 end)), '[]'::json)
  from custom_field_settings s
  join custom_fields f on f.gid = s.custom_field
  where s.parent = p.gid) as fields
from projects p
where "p"."gid" = any($1);

-- 9 as create_task.sql 5

-- 10 as create_task.sql 7

-- 11 as create_task.sql 8

-- 12
select "gid"
from "projects"
where "gid" = any($1) and "deleted_at" is not null
limit 1;

-- 13
insert into "task_followers" ("task", "user")
select (e ->> 0)::bigint, (e ->> 1)::bigint
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 14
insert into task_tags ("task", "tag")
values ($1, $2);

-- 15 as create_task.sql 10

-- 16 as create_task.sql 12

-- 17 as create_task.sql 14

-- 18 as create_task.sql 15

-- 19 as create_task.sql 16

-- 20
select 1
from goal_metrics m
where m.workspace = $1 and m.progress_source not in ('manual', 'external')
limit 1;

-- 21 as create_task.sql 17

-- 22 as task.sql 6

-- 23 as task.sql 7

-- 24 as task.sql 8

-- 25 as task.sql 11

-- 26 as task_stories.sql 6

-- 27 as task.sql 12

-- 28 as task.sql 9

-- 29 as create_task.sql 20

-- 30 as task.sql 5

-- 31 as project.sql 17

-- 32 as task.sql 5

-- 33 as task.sql 17

-- 34 as task.sql 18

-- 35 as project.sql 17

-- 36 as task.sql 10

-- 37 as create_task.sql 25
