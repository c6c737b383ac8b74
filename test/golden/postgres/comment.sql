-- statements: 15

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 4

-- 5 as create_task.sql 23

-- 6 as create_subtask.sql 25

-- 7 as create_task.sql 11

-- 8
select json_build_array("t0"."gid", "t0"."created_at", "t0"."created_by", "t0"."resource_subtype", "t0"."type", "t0"."text", "t0"."html_text", case when "t0"."resource_subtype" <> 'notes_changed' then "t0"."detail" end, "t0"."is_pinned", "t0"."sticker_name", case when "t0"."created_by" = $1 and "t0"."type" = 'comment' then 1 else 0 end, "t0"."is_edited", case when exists (
  select 1
  from story_likes x
  where x.story = "t0"."gid" and x."user" = $1) then 1 else 0 end, (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."user")), '[]'::json)
  from "story_likes" as "t1"
  where "t1"."story" = "t0"."gid"), (
  select count(*)
  from story_likes x
  where x.story = "t0"."gid"), ("t0"."detail"::jsonb -> 'old_name'), ("t0"."detail"::jsonb -> 'new_name'), ("t0"."detail"::jsonb -> 'old_dates'), ("t0"."detail"::jsonb -> 'new_dates'), ("t0"."detail"::jsonb -> 'old_resource_subtype'), ("t0"."detail"::jsonb -> 'new_resource_subtype'), ("t0"."detail"::jsonb ->> 'custom_field')::bigint, "t0"."detail", ("t0"."detail"::jsonb ->> 'old_enum_value')::bigint, ("t0"."detail"::jsonb ->> 'new_enum_value')::bigint, ("t0"."detail"::jsonb -> 'old_approval_status'), ("t0"."detail"::jsonb -> 'new_approval_status'), ("t0"."detail"::jsonb ->> 'story')::bigint, ("t0"."detail"::jsonb ->> 'assignee')::bigint, ("t0"."detail"::jsonb ->> 'follower')::bigint, ("t0"."detail"::jsonb ->> 'old_section')::bigint, ("t0"."detail"::jsonb ->> 'new_section')::bigint, ("t0"."detail"::jsonb ->> 'task')::bigint, ("t0"."detail"::jsonb ->> 'project')::bigint, ("t0"."detail"::jsonb ->> 'tag')::bigint, ("t0"."detail"::jsonb ->> 'duplicate_of')::bigint, ("t0"."detail"::jsonb ->> 'duplicated_from')::bigint, ("t0"."detail"::jsonb ->> 'dependency')::bigint, "t0"."source", "t0"."target") as "row"
from "stories" as t0
where "t0"."gid" = $2;

-- 9 as story.sql 4

-- 10 as task.sql 16

-- 11 as create_subtask.sql 23

-- 12 as create_task.sql 24

-- 13 as create_subtask.sql 27

-- 14 as create_task.sql 25

-- 15 as create_task.sql 26
