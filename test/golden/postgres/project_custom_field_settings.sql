-- statements: 8

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select json_agg("c0"), json_agg("c1"), json_agg("c2")
from (
  select t.gid, "t"."rank", "t"."gid"
  from "custom_field_settings" as t
  where "t"."parent" = $1 and (((exists (
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
            limit 1 offset 0))))))) )))) and (exists (
    select 1
    from "projects" as "r0_project"
    where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
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
        limit 1 offset 0)))))
  or exists (
    select 1
    from "teams" as "r1_team"
    where "r1_team"."gid" = "t"."parent" and "r1_team"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r1_team"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r1_team"."gid" and m."user" = $2 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "r1_team"."visibility" <> 'secret') or w.is_admin = 1)))
  or exists (
    select 1
    from "user_task_lists" as "r2_user_task_list"
    where "r2_user_task_list"."gid" = "t"."parent"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r2_user_task_list"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("r2_user_task_list"."owner" = $2 or "r2_user_task_list"."owner" in (
        select b."user"
        from team_memberships a
        join team_memberships b on b.team = a.team
        join teams x on x.gid = a.team
        where a."user" = $2 and x.deleted_at is null
        union
        select b.member
        from project_memberships a
        join project_memberships b on b.project = a.project
        join projects x on x.gid = a.project
        where a.member = $2 and x.deleted_at is null
        union
        select b."user"
        from task_followers a
        join task_followers b on b.task = a.task
        join tasks x on x.gid = a.task
        where a."user" = $2 and x.deleted_at is null)))))
  or exists (
    select 1
    from "portfolios" as "r3_portfolio"
    where "r3_portfolio"."gid" = "t"."parent" and "r3_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r3_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r3_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r3_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "goals" as "r4_goal"
    where "r4_goal"."gid" = "t"."parent" and "r4_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "r4_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r4_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $2
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r4_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))))) is true
  order by "t"."rank", "t"."gid"
  limit $3) as packed ("c0", "c1", "c2");

-- 4 as project.sql 6

-- 5 as project.sql 15

-- 6 as task.sql 8

-- 7 as project.sql 17

-- 8 as task.sql 11
