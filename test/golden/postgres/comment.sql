-- statements: 18

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4 as create_task.sql 14

-- 5 as create_subtask.sql 13

-- 6 as assign_task.sql 13

-- 7
select json_build_array("t0"."gid", "t0"."name", "t0"."resource_subtype") as "row"
from "tasks" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;

-- 8
select json_build_array("t0"."gid", "t0"."name", "t0"."owner") as "row"
from "goals" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;

-- 9 as create_subtask.sql 9

-- 10
select json_build_array("t0"."gid", "t0"."created_at", "t0"."created_by", "t0"."resource_subtype", "t0"."type", "t0"."target_type", "t0"."text", "t0"."html_text", case when "t0"."resource_subtype" <> 'notes_changed' then "t0"."detail" end, "t0"."is_pinned", "t0"."sticker_name", case when "t0"."created_by" = $1 and "t0"."type" = 'comment' then 1 else 0 end, "t0"."is_edited", null, (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."user")), '[]'::json)
  from "story_likes" as "t1"
  where "t1"."story" = "t0"."gid"), null, (
  select coalesce(json_agg(json_build_array("r"."first", "r"."emoji_base", "r"."variant", "r"."count", "r"."reacted")), '[]'::json)
  from (
    select min(x.gid) as first, x.emoji_base as emoji_base, coalesce(max(case when x."user" = $1 then x.emoji end), min(x.emoji)) as variant, count(*) as count, max(case when x."user" = $1 then 1 else 0 end) as reacted
    from reactions x
    where x.target = "t0"."gid"
    group by x.emoji_base) r), ("t0"."detail"::jsonb -> 'old_name'), ("t0"."detail"::jsonb -> 'new_name'), ("t0"."detail"::jsonb -> 'old_dates'), ("t0"."detail"::jsonb -> 'new_dates'), ("t0"."detail"::jsonb -> 'old_resource_subtype'), ("t0"."detail"::jsonb -> 'new_resource_subtype'), ("t0"."detail"::jsonb ->> 'custom_field')::bigint, "t0"."detail", ("t0"."detail"::jsonb ->> 'old_enum_value')::bigint, ("t0"."detail"::jsonb ->> 'new_enum_value')::bigint, ("t0"."detail"::jsonb -> 'old_approval_status'), ("t0"."detail"::jsonb -> 'new_approval_status'), ("t0"."detail"::jsonb ->> 'story')::bigint, ("t0"."detail"::jsonb ->> 'assignee')::bigint, ("t0"."detail"::jsonb ->> 'follower')::bigint, ("t0"."detail"::jsonb ->> 'old_section')::bigint, ("t0"."detail"::jsonb ->> 'new_section')::bigint, (
  select json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype")
  from "tasks" as "t1"
  where "t1"."gid" = ("t0"."detail"::jsonb ->> 'task')::bigint and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t1"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "t1"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t1"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))) or ("t1"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "t1"."parent"
        union
        select a.parent
        from up
        join tasks a on a.gid = up.gid
        where a.parent is not null and a.deleted_at is null)
      select 1
      from up
      join tasks a on a.gid = up.gid
      where a.deleted_at is null and ( "a"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null and (exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))), ("t0"."detail"::jsonb ->> 'project')::bigint, ("t0"."detail"::jsonb ->> 'tag')::bigint, (
  select json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype")
  from "tasks" as "t1"
  where "t1"."gid" = ("t0"."detail"::jsonb ->> 'duplicate_of')::bigint and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t1"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "t1"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t1"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))) or ("t1"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "t1"."parent"
        union
        select a.parent
        from up
        join tasks a on a.gid = up.gid
        where a.parent is not null and a.deleted_at is null)
      select 1
      from up
      join tasks a on a.gid = up.gid
      where a.deleted_at is null and ( "a"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null and (exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))), (
  select json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype")
  from "tasks" as "t1"
  where "t1"."gid" = ("t0"."detail"::jsonb ->> 'duplicated_from')::bigint and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t1"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "t1"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t1"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))) or ("t1"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "t1"."parent"
        union
        select a.parent
        from up
        join tasks a on a.gid = up.gid
        where a.parent is not null and a.deleted_at is null)
      select 1
      from up
      join tasks a on a.gid = up.gid
      where a.deleted_at is null and ( "a"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null and (exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))), (
  select json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype")
  from "tasks" as "t1"
  where "t1"."gid" = ("t0"."detail"::jsonb ->> 'dependency')::bigint and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t1"."assignee" = $1
    or exists (
      select 1
      from task_followers f
      where f.task = "t1"."gid" and f."user" = $1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t1"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))) or ("t1"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "t1"."parent"
        union
        select a.parent
        from up
        join tasks a on a.gid = up.gid
        where a.parent is not null and a.deleted_at is null)
      select 1
      from up
      join tasks a on a.gid = up.gid
      where a.deleted_at is null and ( "a"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null and (exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))), "t0"."source", coalesce((
  select json_build_array('task', json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype"))
  from "tasks" as "t1"
  where "t1"."gid" = "t0"."target" and "t1"."deleted_at" is null), (
  select json_build_array('goal', json_build_array("t1"."gid", "t1"."name", "t1"."owner"))
  from "goals" as "t1"
  where "t1"."gid" = "t0"."target" and "t1"."deleted_at" is null))) as "row"
from "stories" as t0
where "t0"."gid" = $2;

-- 11 as comment.sql 7

-- 12 as comment.sql 8

-- 13 as create_task.sql 15

-- 14 as create_task.sql 16

-- 15 as create_subtask.sql 16

-- 16 as create_task.sql 17

-- 17 as task_stories.sql 6

-- 18 as create_task.sql 25
