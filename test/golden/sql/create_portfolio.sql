-- statements: 18

-- 1 as task.sql 1

-- 2 as task.sql 6

-- 3 as audit_log.sql 3

-- 4 as create_project.sql 3

-- 5
insert into portfolios ("gid", "workspace", "owner", "name", "color", "archived", "privacy_setting", "default_access_level", "start_on", "due_on", "current_status_update", "created_by", "created_at", "deleted_at", "deleted_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 6
select "gid", "member", "access_level"
from "portfolio_memberships"
where "portfolio" = ?1 and "member" in (
  select value
  from json_each(?2));

-- 7
insert into portfolio_memberships ("gid", "portfolio", "member", "workspace", "access_level")
values (?, ?, ?, ?, ?);

-- 8 as create_project.sql 11

-- 9 as create_project.sql 12

-- 10
select json_array("t0"."gid", "t0"."name", "t0"."color", "t0"."created_at", "t0"."created_by", (
  select json_array("t1"."gid", "t1"."title", "t1"."resource_subtype")
  from "status_updates" as "t1"
  where "t1"."gid" = "t0"."current_status_update" and "t1"."deleted_at" is null), (
  select json_group_array(json_array("t1"."gid", "t1"."custom_field", "t1"."is_important", coalesce((
    select json_array('project', json_array("t2"."gid", "t2"."name"))
    from "projects" as "t2"
    where "t2"."gid" = "t1"."parent" and "t2"."deleted_at" is null), (
    select json_array('team', json_array("t2"."gid", "t2"."name"))
    from "teams" as "t2"
    where "t2"."gid" = "t1"."parent" and "t2"."deleted_at" is null), (
    select json_array('user_task_list', json_array("t2"."gid", "t2"."name", "t2"."owner", "t2"."workspace"))
    from "user_task_lists" as "t2"
    where "t2"."gid" = "t1"."parent" ), (
    select json_array('portfolio', json_array("t2"."gid", "t2"."name"))
    from "portfolios" as "t2"
    where "t2"."gid" = "t1"."parent" and "t2"."deleted_at" is null), (
    select json_array('goal', json_array("t2"."gid", "t2"."name", "t2"."owner"))
    from "goals" as "t2"
    where "t2"."gid" = "t1"."parent" and "t2"."deleted_at" is null)), "t1"."parent")
  order by "l0"."rank")
  from "custom_field_settings" as "l0"
  join "custom_field_settings" as "t1" on "t1"."gid" = "l0"."gid" and ((exists (
    select 1
    from "custom_fields" as "r0_custom_field"
    where "r0_custom_field"."gid" = "t1"."custom_field" and "r0_custom_field"."deleted_at" is null
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
    where "r0_project"."gid" = "t1"."parent" and "r0_project"."deleted_at" is null
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
    where "r1_team"."gid" = "t1"."parent" and "r1_team"."deleted_at" is null
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
    where "r2_user_task_list"."gid" = "t1"."parent"
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
    where "r3_portfolio"."gid" = "t1"."parent" and "r3_portfolio"."deleted_at" is null
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
    where "r4_goal"."gid" = "t1"."parent" and "r4_goal"."deleted_at" is null
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
        limit 1 offset 0)))))))
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
  where pi.item = "t0"."gid")), "t0"."due_on", "t0"."start_on", case when "t0"."privacy_setting" = 'public_to_domain' then 1 else 0 end, "t0"."privacy_setting", "t0"."default_access_level", (
  select json_group_array("l0"."member")
  from "portfolio_memberships" as "l0"
  where "l0"."portfolio" = "t0"."gid"), "t0"."owner", "t0"."workspace") as "row"
from "portfolios" as t0
where "t0"."gid" = ?2;

-- 11 as task.sql 10

-- 12 as task.sql 19

-- 13 as delete_task.sql 8

-- 14 as delete_task.sql 9

-- 15 as delete_task.sql 10

-- 16 as create_project.sql 21

-- 17 as create_subtask.sql 23

-- 18
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?);
