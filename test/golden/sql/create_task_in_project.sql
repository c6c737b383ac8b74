-- statements: 34

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as task.sql 5

-- 4 as tasks_of_tag.sql 2

-- 5
select s.project as gid, s.workspace as workspace, s.gid as section
from sections s
where "s"."project" in (
  select value
  from json_each(?1)) and s.rank = (
  select min(x.rank)
  from sections x
  where x.project = s.project);

-- 6 as custom_fields_of_workspace.sql 3

-- 7
select "gid", "workspace"
from "tags"
where "gid" in (
  select value
  from json_each(?1));

-- 8
select p.gid as gid, case when p.deleted_at is null then 0 else 1 end as is_deleted, (
  select json_group_array(json_array(f.gid, case when f.id_prefix is not null and f.deleted_at is null then 1 else 0 end))
  from custom_field_settings s
  join custom_fields f on f.gid = s.custom_field
  where s.parent = p.gid) as fields
from projects p
where "p"."gid" in (
  select value
  from json_each(?1));

-- 9 as create_task.sql 5

-- 10 as create_task.sql 7

-- 11 as create_task.sql 8

-- 12
insert into "task_followers" ("task", "user")
select json_extract(value, '$[0]'), json_extract(value, '$[1]')
from json_each(?1)
where true
order by key;

-- 13
insert into task_tags ("task", "tag")
values (?, ?);

-- 14 as create_task.sql 11

-- 15 as task.sql 6

-- 16 as task.sql 7

-- 17 as task.sql 8

-- 18 as task.sql 11

-- 19 as task_stories.sql 6

-- 20 as task.sql 12

-- 21 as task_stories.sql 6

-- 22 as create_task.sql 15

-- 23 as task.sql 5

-- 24 as project.sql 17

-- 25 as task.sql 5

-- 26 as task.sql 17

-- 27 as task.sql 18

-- 28 as task.sql 10

-- 29 as create_task.sql 21

-- 30 as create_task.sql 22

-- 31
select 1
from goal_metrics m
where m.workspace = ?1 and m.progress_source not in ('manual', 'external')
limit 1;

-- 32
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 33
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 34 as create_task.sql 25
