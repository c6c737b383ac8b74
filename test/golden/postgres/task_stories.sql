-- statements: 6

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
select json_agg("c0"), json_agg("c1")
from (
  select t.gid, "t"."gid"
  from "stories" as t
  where "t"."target" = $1 and t.deleted_at is null
  order by "t"."gid"
  limit $2) as packed ("c0", "c1");

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."created_at", "t0"."created_by", "t0"."resource_subtype", "t0"."type", "t0"."target_type", "t0"."text", "t0"."html_text", case when "t0"."resource_subtype" <> 'notes_changed' then "t0"."detail" end)), '[]'::json) as "row"
from "stories" as t0
where "t0"."gid" = any($1);

-- 5
select t.gid as gid, 'user' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "users" as t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'tag' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "tags" as t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'project' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "projects" as t
where "t"."gid" = any($1)
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0))))
union all
select t.gid as gid, 'section' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "sections" as t
where "t"."gid" = any($1) and (exists (
  select 1
  from "user_task_lists" as "r0_my_tasks"
  where "r0_my_tasks"."gid" = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $2)))
or exists (
  select 1
  from "projects" as "r1_project"
  where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))))
union all
select t.gid as gid, 'task' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "tasks" as t
where "t"."gid" = any($1)
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = $2
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $2)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))) or ("t"."parent" is not null
  and exists (
    with recursive up (gid) as (
      select "t"."parent"
      union
      select a.parent
      from up
      join tasks a on a.gid = up.gid
      where a.parent is not null and a.deleted_at is null)
    select 1
    from up
    join tasks a on a.gid = up.gid
    where a.deleted_at is null and ( "a"."assignee" = $2
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $2)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))))
union all
select t.gid as gid, 'custom_field' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "custom_fields" as t
where "t"."gid" = any($1)
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)) and ("t"."project" is null or "t"."created_by" = $2 or w.is_admin = 1 or (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $2)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "portfolios" as "r2_portfolio"
    where "r2_portfolio"."gid" = "t"."project" and "r2_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "goals" as "r3_goal"
    where "r3_goal"."gid" = "t"."project" and "r3_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) ))
union all
select t.gid as gid, 'enum_option' as type, t.name as name, t.color as color, t.enabled as enabled
from "enum_options" as t
where "t"."gid" = any($1) and (exists (
  select 1
  from "custom_fields" as "r0_custom_field"
  where "r0_custom_field"."gid" = "t"."custom_field" and "r0_custom_field"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r0_custom_field"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)) and ("r0_custom_field"."project" is null or "r0_custom_field"."created_by" = $2 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "r0_custom_field"."project"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $2)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "r0_custom_field"."project" and "r1_project"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "portfolios" as "r2_portfolio"
      where "r2_portfolio"."gid" = "r0_custom_field"."project" and "r2_portfolio"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "goals" as "r3_goal"
      where "r3_goal"."gid" = "r0_custom_field"."project" and "r3_goal"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))) ))))
union all
select t.gid as gid, 'attachment' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "attachments" as t
where "t"."gid" = any($1) and (exists (
  select 1
  from "tasks" as "r0_task"
  where "r0_task"."gid" = "t"."parent" and "r0_task"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r0_task"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "r0_task"."assignee" = $2
    or exists (
      select 1
      from task_followers f
      where f.task = "r0_task"."gid" and f."user" = $2)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "r0_task"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))) or ("r0_task"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "r0_task"."parent"
        union
        select a.parent
        from up
        join tasks a on a.gid = up.gid
        where a.parent is not null and a.deleted_at is null)
      select 1
      from up
      join tasks a on a.gid = up.gid
      where a.deleted_at is null and ( "a"."assignee" = $2
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = $2)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null and (exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))))))
or exists (
  select 1
  from "projects" as "r1_project"
  where "r1_project"."gid" = "t"."parent" and "r1_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "project_briefs" as "r2_project_brief"
  where "r2_project_brief"."gid" = "t"."parent" and "r2_project_brief"."deleted_at" is null and (exists (
    select 1
    from "projects" as "r0_project"
    where "r0_project"."gid" = "r2_project_brief"."project" and "r0_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))));

-- 6
select json_build_array("t0"."gid", "t0"."name") as "row"
from "users" as t0
where "t0"."gid" = $1;
