-- statements: 19

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as tasks_of_project.sql 2

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

-- 8 as create_task.sql 5

-- 9 as create_task.sql 7

-- 10 as create_task.sql 8

-- 11
select "gid"
from "projects"
where "gid" in (
  select value
  from json_each(?1)) and "deleted_at" is not null
limit 1;

-- 12 as create_task.sql 9

-- 13 as create_task.sql 9

-- 14
insert into task_tags ("task", "tag")
values (?, ?)
on conflict do nothing;

-- 15 as create_task.sql 10

-- 16 as create_task.sql 11

-- 17 as create_task.sql 13

-- 18
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "heard_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning gid;

-- 19
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
