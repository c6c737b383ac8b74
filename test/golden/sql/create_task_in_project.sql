-- statements: 37

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

-- 12 as create_task.sql 9

-- 13 as create_task.sql 9

-- 14
insert into task_tags ("task", "tag")
values (?, ?)
on conflict do nothing;

-- 15 as create_task.sql 11

-- 16 as task.sql 7

-- 17 as task.sql 8

-- 18 as task.sql 9

-- 19 as task.sql 12

-- 20 as project.sql 9

-- 21 as task.sql 13

-- 22 as project.sql 9

-- 23 as create_task.sql 15

-- 24 as task.sql 5

-- 25 as section.sql 3

-- 26 as task.sql 5

-- 27 as task.sql 18

-- 28 as task.sql 19

-- 29 as task.sql 11

-- 30 as create_task.sql 21

-- 31 as create_task.sql 22

-- 32
select 1
from goal_metrics m
where m.workspace = ?1 and m.progress_source not in ('manual', 'external')
limit 1;

-- 33
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 34
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 35 as create_task.sql 25

-- 36 as create_task.sql 26

-- 37 as create_task.sql 27
