-- statements: 17

-- 1 as task.sql 1

-- 2
select json_array("t0"."gid", "t0"."name", "t0"."archived", "t0"."color", "t0"."icon", "t0"."created_at", "t0"."modified_at", "t0"."completed", "t0"."completed_at", "t0"."completed_by", (
  select json_array("t1"."gid", "t1"."title")
  from "status_updates" as "t1"
  where "t1"."gid" = "t0"."current_status_update" and "t1"."deleted_at" is null), (
  select json_array("t1"."gid", "t1"."title", "t1"."resource_subtype")
  from "status_updates" as "t1"
  where "t1"."gid" = "t0"."current_status_update" and "t1"."deleted_at" is null), (
  select json_group_array("l0"."gid"
  order by "l0"."rank")
  from "custom_field_settings" as "l0"
  where "l0"."parent" = "t0"."gid"), json_array((
  select json_group_array(json_array("v"."custom_field", "v"."gid", "v"."text_value", "v"."number_value", "v"."enum_value", "v"."date_on", "v"."date_at", case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then (
    select json_group_array(json_array(c.choice, c.rank))
    from custom_field_choices c
    where c.value = v.gid) end))
  from custom_field_values v
  where v.object = "t0"."gid"), (
  select json_group_array(pi.portfolio)
  from portfolio_items pi
  join portfolios pf on pf.gid = pi.portfolio and pf.deleted_at is null
  where pi.item = "t0"."gid")), "t0"."default_view", "t0"."due_on", "t0"."start_on", "t0"."notes", "t0"."html_notes", case when "t0"."privacy_setting" = 'public_to_workspace' then 1 else 0 end, "t0"."privacy_setting", "t0"."default_access_level", "t0"."minimum_access_level_for_customization", "t0"."minimum_access_level_for_sharing", (
  select json_group_array("l0"."member")
  from "project_memberships" as "l0"
  where "l0"."project" = "t0"."gid"), (
  select json_group_array("l0"."member")
  from "project_followers" as "l0"
  where "l0"."project" = "t0"."gid"), "t0"."owner", "t0"."team", "t0"."workspace") as "row"
from "projects" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null
and exists (
  select 1
  from workspace_memberships w
  where w."user" = ?2 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?2
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0))));

-- 3 as task.sql 6

-- 4 as task.sql 7

-- 5 as task.sql 8

-- 6
select json_array("t0"."gid", "t0"."custom_field", "t0"."is_important", "t0"."parent") as "row"
from "custom_field_settings" as t0
where "t0"."gid" = ?1;

-- 7
select t.gid as gid, case when ((exists (
  select 1
  from "custom_fields" as "r0_custom_field"
  where "r0_custom_field"."gid" = "t"."custom_field" and "r0_custom_field"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_custom_field"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)) and ("r0_custom_field"."project" is null or "r0_custom_field"."created_by" = ?1 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "r0_custom_field"."project"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = ?1)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "r0_custom_field"."project" and "r1_project"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "portfolios" as "r2_portfolio"
      where "r2_portfolio"."gid" = "r0_custom_field"."project" and "r2_portfolio"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "goals" as "r3_goal"
      where "r3_goal"."gid" = "r0_custom_field"."project" and "r3_goal"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))) )))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "teams" as "r1_team"
  where "r1_team"."gid" = "t"."parent" and "r1_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r1_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r1_team"."gid" and m."user" = ?1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
        select 1
        from team_memberships h
        where h.team = "r1_team"."gid" and h.is_admin = 1)))) or w.is_admin = 1)))
or exists (
  select 1
  from "user_task_lists" as "r2_user_task_list"
  where "r2_user_task_list"."gid" = "t"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r2_user_task_list"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "r2_user_task_list"."owner" = ?1)))
or exists (
  select 1
  from "portfolios" as "r3_portfolio"
  where "r3_portfolio"."gid" = "t"."parent" and "r3_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r3_portfolio"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r4_goal"
  where "r4_goal"."gid" = "t"."parent" and "r4_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r4_goal"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))))) then 4 when ((exists (
  select 1
  from "custom_fields" as "r0_custom_field"
  where "r0_custom_field"."gid" = "t"."custom_field" and "r0_custom_field"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_custom_field"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)) and ("r0_custom_field"."project" is null or "r0_custom_field"."created_by" = ?1 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "r0_custom_field"."project"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = ?1)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "r0_custom_field"."project" and "r1_project"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "portfolios" as "r2_portfolio"
      where "r2_portfolio"."gid" = "r0_custom_field"."project" and "r2_portfolio"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "goals" as "r3_goal"
      where "r3_goal"."gid" = "r0_custom_field"."project" and "r3_goal"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))) )))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "teams" as "r1_team"
  where "r1_team"."gid" = "t"."parent" and "r1_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r1_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r1_team"."gid" and m."user" = ?1 ) or w.is_admin = 1)))
or exists (
  select 1
  from "user_task_lists" as "r2_user_task_list"
  where "r2_user_task_list"."gid" = "t"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r2_user_task_list"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "r2_user_task_list"."owner" = ?1)))
or exists (
  select 1
  from "portfolios" as "r3_portfolio"
  where "r3_portfolio"."gid" = "t"."parent" and "r3_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r3_portfolio"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r4_goal"
  where "r4_goal"."gid" = "t"."parent" and "r4_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r4_goal"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))))) then 3 when ((exists (
  select 1
  from "custom_fields" as "r0_custom_field"
  where "r0_custom_field"."gid" = "t"."custom_field" and "r0_custom_field"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_custom_field"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)) and ("r0_custom_field"."project" is null or "r0_custom_field"."created_by" = ?1 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "r0_custom_field"."project"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = ?1)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "r0_custom_field"."project" and "r1_project"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "portfolios" as "r2_portfolio"
      where "r2_portfolio"."gid" = "r0_custom_field"."project" and "r2_portfolio"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "goals" as "r3_goal"
      where "r3_goal"."gid" = "r0_custom_field"."project" and "r3_goal"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))) )))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "teams" as "r1_team"
  where "r1_team"."gid" = "t"."parent" and "r1_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r1_team"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r1_team"."gid" and m."user" = ?1 ) or w.is_admin = 1)))
or exists (
  select 1
  from "user_task_lists" as "r2_user_task_list"
  where "r2_user_task_list"."gid" = "t"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r2_user_task_list"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or "r2_user_task_list"."owner" = ?1)))
or exists (
  select 1
  from "portfolios" as "r3_portfolio"
  where "r3_portfolio"."gid" = "t"."parent" and "r3_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r3_portfolio"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r4_goal"
  where "r4_goal"."gid" = "t"."parent" and "r4_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r4_goal"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))))) then 2 when ((exists (
  select 1
  from "custom_fields" as "r0_custom_field"
  where "r0_custom_field"."gid" = "t"."custom_field" and "r0_custom_field"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_custom_field"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)) and ("r0_custom_field"."project" is null or "r0_custom_field"."created_by" = ?1 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "r0_custom_field"."project"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = ?1)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "r0_custom_field"."project" and "r1_project"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r1_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "portfolios" as "r2_portfolio"
      where "r2_portfolio"."gid" = "r0_custom_field"."project" and "r2_portfolio"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))
    or exists (
      select 1
      from "goals" as "r3_goal"
      where "r3_goal"."gid" = "r0_custom_field"."project" and "r3_goal"."deleted_at" is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
          limit 1 offset 0)
        or exists (
          select 1
          from access_grants g
          where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))) )))) and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."parent" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "teams" as "r1_team"
  where "r1_team"."gid" = "t"."parent" and "r1_team"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r1_team"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "r1_team"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "r1_team"."visibility" <> 'secret') or w.is_admin = 1)))
or exists (
  select 1
  from "user_task_lists" as "r2_user_task_list"
  where "r2_user_task_list"."gid" = "t"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r2_user_task_list"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("r2_user_task_list"."owner" = ?1 or "r2_user_task_list"."owner" in (
      select b."user"
      from team_memberships a
      join team_memberships b on b.team = a.team
      join teams x on x.gid = a.team
      where a."user" = ?1 and x.deleted_at is null
      union
      select b.member
      from project_memberships a
      join project_memberships b on b.project = a.project
      join projects x on x.gid = a.project
      where a.member = ?1 and x.deleted_at is null
      union
      select b."user"
      from task_followers a
      join task_followers b on b.task = a.task
      join tasks x on x.gid = a.task
      where a."user" = ?1 and x.deleted_at is null)))))
or exists (
  select 1
  from "portfolios" as "r3_portfolio"
  where "r3_portfolio"."gid" = "t"."parent" and "r3_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r3_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r3_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r4_goal"
  where "r4_goal"."gid" = "t"."parent" and "r4_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r4_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r4_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))))) then 1 else 0 end as level, json_array(t.workspace, t.parent, t.custom_field, (
  select f.project
  from custom_fields f
  where f.gid = t.custom_field)) as "on"
from "custom_field_settings" as t
where "t"."gid" in (
  select value
  from json_each(?2));

-- 8 as task.sql 11

-- 9 as task_stories.sql 6

-- 10 as task.sql 12

-- 11 as task_stories.sql 6

-- 12
select json_array("t0"."gid", "t0"."name") as "row"
from "teams" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null;

-- 13
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = ?1 and (m.is_admin = 1 or (w.is_guest = 0 and not exists (
      select 1
      from team_memberships h
      where h.team = "t"."gid" and h.is_admin = 1)))) or w.is_admin = 1)) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = ?1 ) or w.is_admin = 1)) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."organization" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = ?1 ) or w.is_admin = 1)) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."organization" and w.is_active = 1 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and (w.hides & 1) = 0 and "t"."visibility" <> 'secret') or w.is_admin = 1)) then 1 else 0 end as level, json_array(t.organization) as "on"
from "teams" as t
where "t"."gid" in (
  select value
  from json_each(?2)) and t.deleted_at is null;

-- 14 as task.sql 18

-- 15
select json_array("t0"."gid", "t0"."name", "t0"."resource_subtype", case when "t0"."formula" is not null then 'formula' when "t0"."id_prefix" is not null then 'custom_id' else "t0"."resource_subtype" end, (
  select json_group_array("l0"."gid"
  order by "l0"."rank")
  from "enum_options" as "l0"
  where "l0"."custom_field" = "t0"."gid"), "t0"."id_prefix", case when "t0"."formula" is not null then 1 else 0 end, "t0"."input_restrictions") as "row"
from "custom_fields" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null;

-- 16 as task.sql 8

-- 17
select json_array("t0"."gid", "t0"."name") as "row"
from "projects" as t0
where "t0"."gid" = ?1 and "t0"."deleted_at" is null;
