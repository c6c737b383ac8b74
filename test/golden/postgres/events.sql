-- statements: 6

-- 1 as task_dependencies.sql 2

-- 2
select l.owner as owner
from user_task_lists l
where l.gid = $1;

-- 3
select s.change as gid, c.at as at
from streams s
join changes c on c.gid = s.change
where s.resource = $1 and s.change > $2
order by s.change
limit $3;

-- 4
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."at", "t0"."resource_type", "t0"."action", case when "t0"."parent" is not null then coalesce(case "t0"."parent_type" when 'task' then (
  select json_build_array('task', json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype"))
  from "tasks" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
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
          limit 1 offset 0))))))))) when 'project' then (
  select json_build_array('project', json_build_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) when 'section' then (
  select json_build_array('section', json_build_array("t1"."gid", "t1"."name"))
  from "sections" as "t1"
  where "t1"."gid" = "t0"."parent" and (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t1"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t1"."project" and "r1_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'tag' then (
  select json_build_array('tag', json_build_array("t1"."gid", "t1"."name"))
  from "tags" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null) when 'user_task_list' then (
  select json_build_array('user_task_list', json_build_array("t1"."gid", "t1"."name", "t1"."owner", "t1"."workspace"))
  from "user_task_lists" as "t1"
  where "t1"."gid" = "t0"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("t1"."owner" = $1 or "t1"."owner" in (
      select b."user"
      from team_memberships a
      join team_memberships b on b.team = a.team
      join teams x on x.gid = a.team
      where a."user" = $1 and x.deleted_at is null
      union
      select b.member
      from project_memberships a
      join project_memberships b on b.project = a.project
      join projects x on x.gid = a.project
      where a.member = $1 and x.deleted_at is null
      union
      select b."user"
      from task_followers a
      join task_followers b on b.task = a.task
      join tasks x on x.gid = a.task
      where a."user" = $1 and x.deleted_at is null))))) when 'team' then (
  select json_build_array('team', json_build_array("t1"."gid", "t1"."name"))
  from "teams" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "t1"."gid" and m."user" = $1 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "t1"."visibility" <> 'secret') or w.is_admin = 1))) when 'workspace' then (
  select json_build_array('workspace', json_build_array("t1"."gid", "t1"."name"))
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))) when 'goal' then (
  select json_build_array('goal', json_build_array("t1"."gid", "t1"."name", "t1"."owner"))
  from "goals" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) when 'portfolio' then (
  select json_build_array('portfolio', json_build_array("t1"."gid", "t1"."name"))
  from "portfolios" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) end, json_build_array('', json_build_array("t0"."parent", "t0"."parent_type", null))) end, "t0"."resource", "t0"."field", "t0"."change_action", "t0"."value_type", "t0"."value", "t0"."new_value", "t0"."user", case when "t0"."resource" is not null then coalesce(case "t0"."resource_type" when 'task' then (
  select json_build_array('task', json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype"))
  from "tasks" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
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
          limit 1 offset 0))))))))) when 'story' then (
  select json_build_array('story', json_build_array("t1"."gid", "t1"."created_at", "t1"."created_by", "t1"."resource_subtype", "t1"."type", "t1"."target_type", "t1"."text", "t1"."html_text", case when "t1"."resource_subtype" <> 'notes_changed' then "t1"."detail" end))
  from "stories" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null and (exists (
    select 1
    from "tasks" as "r0_task"
    where "r0_task"."gid" = "t1"."target" and "r0_task"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_task"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "r0_task"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "r0_task"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "r0_task"."gid" and p.deleted_at is null and (exists (
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
            limit 1 offset 0)))))))))
  or exists (
    select 1
    from "goals" as "r1_goal"
    where "r1_goal"."gid" = "t1"."target" and "r1_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r1_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r1_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r1_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'project' then (
  select json_build_array('project', json_build_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) when 'section' then (
  select json_build_array('section', json_build_array("t1"."gid", "t1"."name"))
  from "sections" as "t1"
  where "t1"."gid" = "t0"."resource" and (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t1"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t1"."project" and "r1_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'tag' then (
  select json_build_array('tag', json_build_array("t1"."gid", "t1"."name"))
  from "tags" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null) when 'project_membership' then (
  select json_build_array('project_membership', json_build_array("t1"."gid", "t1"."member", "t1"."access_level"))
  from "project_memberships" as "t1"
  where "t1"."gid" = "t0"."resource" and (exists (
    select 1
    from "projects" as "r0_project"
    where "r0_project"."gid" = "t1"."project" and "r0_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'team' then (
  select json_build_array('team', json_build_array("t1"."gid", "t1"."name"))
  from "teams" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "t1"."gid" and m."user" = $1 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "t1"."visibility" <> 'secret') or w.is_admin = 1))) when 'team_membership' then (
  select json_build_array('team_membership', json_build_array("t1"."gid", "t1"."user", "t1"."team", case when exists (
    select 1
    from workspace_memberships x
    where x."user" = "t1"."user" and x.workspace = "t1"."workspace" and x.is_guest = 1) then 1 else 0 end, "t1"."is_limited_access", "t1"."is_admin"))
  from "team_memberships" as "t1"
  where "t1"."gid" = "t0"."resource" and (exists (
    select 1
    from "teams" as "r0_team"
    where "r0_team"."gid" = "t1"."team" and "r0_team"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_team"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r0_team"."gid" and m."user" = $1 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "r0_team"."visibility" <> 'secret') or w.is_admin = 1))))) when 'workspace' then (
  select json_build_array('workspace', json_build_array("t1"."gid", "t1"."name"))
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))) when 'workspace_membership' then (
  select json_build_array('workspace_membership', json_build_array("t1"."gid", "t1"."user", "t1"."workspace"))
  from "workspace_memberships" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("t1"."user" = $1 or "t1"."user" in (
      select b."user"
      from team_memberships a
      join team_memberships b on b.team = a.team
      join teams x on x.gid = a.team
      where a."user" = $1 and x.deleted_at is null
      union
      select b.member
      from project_memberships a
      join project_memberships b on b.project = a.project
      join projects x on x.gid = a.project
      where a.member = $1 and x.deleted_at is null
      union
      select b."user"
      from task_followers a
      join task_followers b on b.task = a.task
      join tasks x on x.gid = a.task
      where a."user" = $1 and x.deleted_at is null))))) when 'portfolio' then (
  select json_build_array('portfolio', json_build_array("t1"."gid", "t1"."name"))
  from "portfolios" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) when 'portfolio_membership' then (
  select json_build_array('portfolio_membership', json_build_array("t1"."gid", "t1"."member", "t1"."access_level"))
  from "portfolio_memberships" as "t1"
  where "t1"."gid" = "t0"."resource" and (exists (
    select 1
    from "portfolios" as "r0_portfolio"
    where "r0_portfolio"."gid" = "t1"."portfolio" and "r0_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'goal' then (
  select json_build_array('goal', json_build_array("t1"."gid", "t1"."name", "t1"."owner"))
  from "goals" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "t1"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))) when 'status_update' then (
  select json_build_array('status_update', json_build_array("t1"."gid", "t1"."title", "t1"."resource_subtype"))
  from "status_updates" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null and (exists (
    select 1
    from "projects" as "r0_project"
    where "r0_project"."gid" = "t1"."parent" and "r0_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "portfolios" as "r1_portfolio"
    where "r1_portfolio"."gid" = "t1"."parent" and "r1_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r1_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r1_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r1_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "goals" as "r2_goal"
    where "r2_goal"."gid" = "t1"."parent" and "r2_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r2_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r2_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r2_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'project_brief' then (
  select json_build_array('project_brief', json_build_array("t1"."gid"))
  from "project_briefs" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null and (exists (
    select 1
    from "projects" as "r0_project"
    where "r0_project"."gid" = "t1"."project" and "r0_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'project_template' then (
  select json_build_array('project_template', json_build_array("t1"."gid", "t1"."name"))
  from "project_templates" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null and (not exists (
    select 1
    from teams te
    where te.gid = "t1"."team" and te.deleted_at is not null) and (exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t1"."owner" = $1 or ("t1"."team" is null and w.is_admin = 1) or ("t1"."is_public" = 1 and (("t1"."team" is null and w.is_guest = 0)
    or exists (
      select 1
      from team_memberships tm
      where tm.team = "t1"."team" and tm."user" = $1 and tm.is_limited_access = 0))))) or (exists (
    select 1
    from "teams" as "r0_team"
    where "r0_team"."gid" = "t1"."team" and "r0_team"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r0_team"."gid" and m."user" = $1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
          select 1
          from team_memberships h
          where h.team = "r0_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1))))))) when 'task_template' then (
  select json_build_array('task_template', json_build_array("t1"."gid", "t1"."name"))
  from "task_templates" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null and (exists (
    select 1
    from "projects" as "r0_project"
    where "r0_project"."gid" = "t1"."project" and "r0_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'attachment' then (
  select json_build_array('attachment', json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype"))
  from "attachments" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null and (exists (
    select 1
    from "tasks" as "r0_task"
    where "r0_task"."gid" = "t1"."parent" and "r0_task"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_task"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "r0_task"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "r0_task"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "r0_task"."gid" and p.deleted_at is null and (exists (
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
            limit 1 offset 0)))))))))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t1"."parent" and "r1_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "project_briefs" as "r2_project_brief"
    where "r2_project_brief"."gid" = "t1"."parent" and "r2_project_brief"."deleted_at" is null and (exists (
      select 1
      from "projects" as "r0_project"
      where "r0_project"."gid" = "r2_project_brief"."project" and "r0_project"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))) when 'allocation' then (
  select json_build_array('allocation', json_build_array("t1"."gid"))
  from "allocations" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null and (exists (
    select 1
    from "projects" as "r0_project"
    where "r0_project"."gid" = "t1"."parent" and "r0_project"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) when 'time_tracking_category' then (
  select json_build_array('time_tracking_category', json_build_array("t1"."gid", "t1"."name", "t1"."color"))
  from "time_tracking_categories" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null) when 'time_tracking_entry' then (
  select json_build_array('time_tracking_entry', json_build_array("t1"."gid", "t1"."duration_minutes", "t1"."entered_on", "t1"."attributable_to", "t1"."created_by", (
    select coalesce(json_agg("l1"."category"), '[]'::json)
    from "time_tracking_entries" as "l1"
    where "l1"."gid" = "t1"."gid")))
  from "time_tracking_entries" as "t1"
  where "t1"."gid" = "t0"."resource" and (exists (
    select 1
    from "tasks" as "r0_task"
    where "r0_task"."gid" = "t1"."task" and "r0_task"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_task"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "r0_task"."assignee" = $1
      or exists (
        select 1
        from task_followers f
        where f.task = "r0_task"."gid" and f."user" = $1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "r0_task"."gid" and p.deleted_at is null and (exists (
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
            limit 1 offset 0))))))))))) when 'timesheet_approval_status' then (
  select json_build_array('timesheet_approval_status', json_build_array("t1"."gid", "t1"."created_at", "t1"."user", "t1"."workspace", "t1"."start_date", "t1"."end_date", "t1"."approval_status"))
  from "timesheet_approval_statuses" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ("t1"."user" = $1 or w.is_admin = 1)))) when 'role' then (
  select json_build_array('role', json_build_array("t1"."gid", "t1"."name", "t1"."description", "t1"."is_standard_role"))
  from "roles" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0))) when 'ooo_entry' then (
  select json_build_array('ooo_entry', json_build_array("t1"."gid", "t1"."start_date", "t1"."end_date", "t1"."user", "t1"."created_by"))
  from "ooo_entries" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("t1"."user" = $1 or "t1"."user" in (
      select b."user"
      from team_memberships a
      join team_memberships b on b.team = a.team
      join teams x on x.gid = a.team
      where a."user" = $1 and x.deleted_at is null
      union
      select b.member
      from project_memberships a
      join project_memberships b on b.project = a.project
      join projects x on x.gid = a.project
      where a.member = $1 and x.deleted_at is null
      union
      select b."user"
      from task_followers a
      join task_followers b on b.task = a.task
      join tasks x on x.gid = a.task
      where a."user" = $1 and x.deleted_at is null))))) end, json_build_array('', json_build_array("t0"."resource", "t0"."resource_type", "t0"."resource_subtype"))) end)), '[]'::json) as "row"
from "changes" as t0
where "t0"."gid" = any($2);

-- 5
select t.gid as gid, 'user' as type, "t"."name" as name, cast(null as text) as subtype
from "users" as t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'task' as type, "t"."name" as name, t.resource_subtype as subtype
from "tasks" as t
where "t"."gid" = any($1) and t.deleted_at is null and (exists (
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
        limit 1 offset 0))))))))) is true
union all
select t.gid as gid, 'project' as type, "t"."name" as name, cast(null as text) as subtype
from "projects" as t
where "t"."gid" = any($1) and t.deleted_at is null and (exists (
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
    limit 1 offset 0))))) is true
union all
select t.gid as gid, 'portfolio' as type, "t"."name" as name, cast(null as text) as subtype
from "portfolios" as t
where "t"."gid" = any($1) and t.deleted_at is null and (exists (
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
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0))))) is true
union all
select t.gid as gid, 'goal' as type, "t"."name" as name, cast(null as text) as subtype
from "goals" as t
where "t"."gid" = any($1) and t.deleted_at is null and (exists (
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
    limit 1 offset 0))))) is true
union all
select t.gid as gid, 'team' as type, "t"."name" as name, cast(null as text) as subtype
from "teams" as t
where "t"."gid" = any($1) and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."organization" and w.is_active = 1 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = $2 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "t"."visibility" <> 'secret') or w.is_admin = 1))) is true
union all
select t.gid as gid, 'tag' as type, "t"."name" as name, cast(null as text) as subtype
from "tags" as t
where "t"."gid" = any($1) and t.deleted_at is null
union all
select t.gid as gid, 'custom_field' as type, "t"."name" as name, t.resource_subtype as subtype
from "custom_fields" as t
where "t"."gid" = any($1) and t.deleted_at is null and (exists (
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
        limit 1 offset 0))))))) ))) is true
union all
select t.gid as gid, 'enum_option' as type, "t"."name" as name, cast(null as text) as subtype
from "enum_options" as t
where "t"."gid" = any($1) and ((exists (
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
          limit 1 offset 0))))))) ))))) is true
union all
select t.gid as gid, 'custom_type' as type, "t"."name" as name, cast(null as text) as subtype
from "custom_types" as t
where "t"."gid" = any($1) and t.deleted_at is null
union all
select t.gid as gid, 'custom_type_status_option' as type, "t"."name" as name, cast(null as text) as subtype
from "custom_type_status_options" as t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'time_tracking_category' as type, "t"."name" as name, cast(null as text) as subtype
from "time_tracking_categories" as t
where "t"."gid" = any($1) and t.deleted_at is null
union all
select t.gid as gid, 'time_period' as type, "t"."display_name" as name, cast(null as text) as subtype
from "time_periods" as t
where "t"."gid" = any($1) and ((exists (
  select 1
  from "workspaces" as "r0_workspace"
  where "r0_workspace"."gid" = "t"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r0_workspace"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))))) is true;

-- 6 as task_stories.sql 5
