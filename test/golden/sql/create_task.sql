-- statements: 25

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as tasks_of_assignee.sql 3

-- 4 as custom_fields_of_workspace.sql 3

-- 5
insert into tasks ("gid", "workspace", "name", "notes", "html_notes", "resource_subtype", "approval_status", "completed", "completed_at", "completed_by", "custom_type", "custom_type_status_option", "start_on", "start_at", "due_on", "due_at", "assignee", "assigned_by", "assignee_status", "parent", "rank", "is_rendered_as_separator", "actual_time_minutes", "created_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 6 as my_task_list.sql 5

-- 7
select "rank" as rank
from "task_memberships"
where "section" = ?1 and rank > ?2
order by "rank"
limit 1;

-- 8
insert into task_memberships ("task", "project", "section", "workspace", "rank")
values (?, ?, ?, ?, ?);

-- 9
insert into task_followers ("task", "user")
values (?, ?);

-- 10
select distinct m.task as task, f.gid as custom_field, f.workspace as workspace
from task_memberships m
join custom_field_settings s on s.parent = m.project
join custom_fields f on f.gid = s.custom_field and f.id_prefix is not null and f.deleted_at is null
join tasks t on t.gid = m.task and t.deleted_at is null
where m.task = ?1 and not exists (
  select 1
  from custom_field_values v
  where v.object = m.task and v.custom_field = f.gid)
order by m.task, f.gid;

-- 11
select json_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."name", "t0"."resource_subtype", "t0"."approval_status", "t0"."assignee_status", "t0"."completed", "t0"."completed_at", "t0"."created_at", "t0"."modified_at", "t0"."due_on", "t0"."due_at", "t0"."start_on", "t0"."start_at", (
  select x.external
  from task_externals x
  where x.task = "t0"."gid" and x."user" = ?1), "t0"."notes", "t0"."html_notes", null, (
  select json_group_array(json_array("t1"."gid", "t1"."user"))
  from "task_likes" as "t1"
  where "t1"."task" = "t0"."gid"), null, "t0"."actual_time_minutes", "t0"."assignee", case when "t0"."assignee" = ?1 then (
  select x.section
  from user_task_lists l
  join task_memberships x on x.project = l.gid and x.task = "t0"."gid"
  where l.owner = ?1 and l.workspace = "t0"."workspace") end, "t0"."custom_type", "t0"."custom_type_status_option", json_array((
  select json_group_array(json_array("v"."custom_field", "v"."gid", "v"."text_value", "v"."number_value", "v"."enum_value", "v"."date_on", "v"."date_at", case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then (
    select json_group_array(json_array(c.choice, c.rank))
    from custom_field_choices c
    where c.value = v.gid) end))
  from custom_field_values v
  where v.object = "t0"."gid"), case when "t0"."parent" is not null then (
  select json_group_array(lists.project)
  from (
    select m.project
    from task_memberships m
    where m.task = "t0"."gid"
    union
    select m.project
    from task_memberships m
    where m.task = (
      with recursive up (gid, parent) as (
        select "t0"."gid", "t0"."parent"
        union
        select a.gid, a.parent
        from up
        join tasks a on a.gid = up.parent)
      select up.gid
      from up
      where up.parent is null)) as lists) end), (
  select json_group_array("l0"."user")
  from "task_followers" as "l0"
  where "l0"."task" = "t0"."gid"), (
  select json_group_array(json_array("t1"."project", "t1"."section"))
  from "task_memberships" as "t1"
  where "t1"."task" = "t0"."gid"), "t0"."parent", (
  select json_group_array("l0"."tag")
  from "task_tags" as "l0"
  where "l0"."task" = "t0"."gid")) as "row"
from "tasks" as t0
where "t0"."gid" = ?2;

-- 12 as task.sql 6

-- 13 as task_stories.sql 6

-- 14 as task.sql 10

-- 15
select json_array("t0"."gid") as "row"
from "projects" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null;

-- 16 as task.sql 5

-- 17 as project.sql 17

-- 18 as task.sql 5

-- 19 as task.sql 18

-- 20
select t.gid as gid, 'user_task_list' as type, t.workspace as workspace, null as subtype, 0 as is_deleted
from "user_task_lists" t
where "t"."gid" in (
  select value
  from json_each(?1));

-- 21
insert into stories ("gid", "text", "html_text", "is_pinned", "is_edited", "sticker_name", "source", "detail", "created_by", "created_at", "deleted_at", "target", "target_type", "workspace", "type", "resource_subtype")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 22
insert into search_texts ("gid", "object", "workspace", "custom_field", "title", "body")
values (?, ?, ?, ?, ?, ?);

-- 23
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 24
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 25
select gid
from unindexed_texts
limit 1 offset 32;
