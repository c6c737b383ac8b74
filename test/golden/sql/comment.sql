-- statements: 13

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4 as create_task.sql 21

-- 5 as create_subtask.sql 20

-- 6 as create_task.sql 9

-- 7
select json_array("t0"."gid", "t0"."created_at", "t0"."created_by", "t0"."resource_subtype", "t0"."type", "t0"."text", "t0"."html_text", case when "t0"."resource_subtype" <> 'notes_changed' then "t0"."detail" end, "t0"."is_pinned", "t0"."sticker_name", case when "t0"."created_by" = ?1 and "t0"."type" = 'comment' then 1 else 0 end, "t0"."is_edited", case when exists (
  select 1
  from story_likes x
  where x.story = "t0"."gid" and x."user" = ?1) then 1 else 0 end, (
  select json_group_array(json_array("t1"."gid", "t1"."user"))
  from "story_likes" as "t1"
  where "t1"."story" = "t0"."gid"), (
  select count(*)
  from story_likes x
  where x.story = "t0"."gid"), json_extract("t0"."detail", '$.old_name'), json_extract("t0"."detail", '$.new_name'), json_extract("t0"."detail", '$.old_dates'), json_extract("t0"."detail", '$.new_dates'), json_extract("t0"."detail", '$.old_resource_subtype'), json_extract("t0"."detail", '$.new_resource_subtype'), json_extract("t0"."detail", '$.custom_field'), "t0"."detail", json_extract("t0"."detail", '$.old_enum_value'), json_extract("t0"."detail", '$.new_enum_value'), json_extract("t0"."detail", '$.old_approval_status'), json_extract("t0"."detail", '$.new_approval_status'), json_extract("t0"."detail", '$.story'), json_extract("t0"."detail", '$.assignee'), json_extract("t0"."detail", '$.follower'), json_extract("t0"."detail", '$.old_section'), json_extract("t0"."detail", '$.new_section'), json_extract("t0"."detail", '$.task'), json_extract("t0"."detail", '$.project'), json_extract("t0"."detail", '$.tag'), json_extract("t0"."detail", '$.duplicate_of'), json_extract("t0"."detail", '$.duplicated_from'), json_extract("t0"."detail", '$.dependency'), "t0"."source", "t0"."target") as "row"
from "stories" as t0
where "t0"."gid" = ?2;

-- 8 as story.sql 3

-- 9 as task_custom_fields.sql 10

-- 10 as create_subtask.sql 18

-- 11 as create_subtask.sql 21

-- 12
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "heard_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning gid;

-- 13
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);
