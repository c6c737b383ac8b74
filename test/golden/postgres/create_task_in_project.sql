-- statements: 39

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

-- 9
select p.gid as gid, case when p.deleted_at is null then 0 else 1 end as is_deleted, (
  select coalesce(json_agg(json_build_array(f.gid, case when f.id_prefix is not null and f.deleted_at is null then 1 else 0 end)), '[]'::json)
  from custom_field_settings s
  join custom_fields f on f.gid = s.custom_field
  where s.parent = p.gid) as fields
from projects p
where "p"."gid" = any($1);

-- 10 as create_task.sql 6

-- 11 as create_task.sql 8

-- 12 as create_task.sql 9

-- 13 as create_task.sql 10

-- 14
select "gid"
from "projects"
where "gid" = any($1) and "deleted_at" is not null
limit 1;

-- 15
insert into "task_followers" ("task", "user")
select (e ->> 0)::bigint, (e ->> 1)::bigint
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 16
insert into task_tags ("task", "tag")
values ($1, $2);

-- 17 as create_task.sql 12

-- 18 as create_task.sql 14

-- 19 as create_task.sql 16

-- 20 as create_task.sql 17

-- 21 as create_task.sql 18

-- 22
select 1
from goal_metrics m
where m.workspace = $1 and m.progress_source not in ('manual', 'external')
limit 1;

-- 23 as create_task.sql 19

-- 24 as task.sql 8

-- 25 as task.sql 9

-- 26 as task.sql 10

-- 27 as task.sql 13

-- 28 as task.sql 14

-- 29 as task.sql 15

-- 30 as task.sql 11

-- 31 as create_task.sql 22

-- 32 as task.sql 7

-- 33 as task.sql 22

-- 34 as task.sql 7

-- 35 as task.sql 20

-- 36 as task.sql 21

-- 37 as task.sql 22

-- 38 as task.sql 12

-- 39 as create_task.sql 27
