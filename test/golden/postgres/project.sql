-- statements: 1

-- 1
select json_build_array("t0"."gid", "t0"."name", "t0"."archived", "t0"."color", "t0"."icon", "t0"."created_at", "t0"."modified_at", "t0"."completed", "t0"."completed_at", (
  select json_build_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."completed_by" ), (
  select coalesce(json_agg(json_build_array("t1"."gid", (
    select json_build_array("t2"."gid", "t2"."name", "t2"."resource_subtype", case when "t2"."formula" is not null then 'formula' when "t2"."id_prefix" is not null then 'custom_id' else "t2"."resource_subtype" end, (
      select coalesce(json_agg(json_build_array("t3"."gid", "t3"."name", "t3"."enabled", "t3"."color")
      order by "l2"."rank"), '[]'::json)
      from "enum_options" as "l2"
      join "enum_options" as "t3" on "t3"."gid" = "l2"."gid"
      where "l2"."custom_field" = "t2"."gid"), "t2"."id_prefix", case when "t2"."formula" is not null then 1 else 0 end, "t2"."input_restrictions")
    from "custom_fields" as "t2"
    where "t2"."gid" = "t1"."custom_field" and "t2"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "t2"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "t2"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "t2"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)) and ("t2"."home" is null or "t2"."created_by" = $1 or w.is_admin = 1 or (exists (
        select 1
        from "user_task_lists" as "r0_my_tasks"
        where "r0_my_tasks"."gid" = "t2"."home"
        and exists (
          select 1
          from workspace_memberships w
          where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
      or exists (
        select 1
        from "projects" as "r1_project"
        where "r1_project"."gid" = "t2"."home" and "r1_project"."deleted_at" is null
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
            where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
            and exists (
              select 1
              from team_memberships tb
              join teams te on te.gid = tb.team
              where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
            limit 1 offset 0)))))))))), "t1"."is_important", coalesce((
    select json_build_array('project', json_build_array("t2"."gid", "t2"."name"))
    from "projects" as "t2"
    where "t2"."gid" = "t1"."parent" and "t2"."deleted_at" is null), (
    select json_build_array('team', json_build_array("t2"."gid", "t2"."name"))
    from "teams" as "t2"
    where "t2"."gid" = "t1"."parent" and "t2"."deleted_at" is null), (
    select json_build_array('user_task_list', json_build_array("t2"."gid", "t2"."name", (
      select json_build_array("t3"."gid", "t3"."name")
      from "users" as "t3"
      where "t3"."gid" = "t2"."owner" ), (
      select json_build_array("t3"."gid", "t3"."name")
      from "workspaces" as "t3"
      where "t3"."gid" = "t2"."workspace"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $1 and w.workspace = "t3"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)))))
    from "user_task_lists" as "t2"
    where "t2"."gid" = "t1"."parent" )), (
    select json_build_array("t2"."gid", "t2"."name")
    from "projects" as "t2"
    where "t2"."gid" = "t1"."parent" and "t2"."deleted_at" is null))
  order by "l0"."rank"), '[]'::json)
  from "custom_field_settings" as "l0"
  join "custom_field_settings" as "t1" on "t1"."gid" = "l0"."gid" and ((exists (
    select 1
    from "custom_fields" as "r0_custom_field"
    where "r0_custom_field"."gid" = "t1"."custom_field" and "r0_custom_field"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_custom_field"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r0_custom_field"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)) and ("r0_custom_field"."home" is null or "r0_custom_field"."created_by" = $1 or w.is_admin = 1 or (exists (
        select 1
        from "user_task_lists" as "r0_my_tasks"
        where "r0_my_tasks"."gid" = "r0_custom_field"."home"
        and exists (
          select 1
          from workspace_memberships w
          where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
      or exists (
        select 1
        from "projects" as "r1_project"
        where "r1_project"."gid" = "r0_custom_field"."home" and "r1_project"."deleted_at" is null
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
            where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
            and exists (
              select 1
              from team_memberships tb
              join teams te on te.gid = tb.team
              where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
            limit 1 offset 0))))))))))) and (exists (
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
        where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "teams" as "r1_team"
    where "r1_team"."gid" = "t1"."parent" and "r1_team"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r1_team"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r1_team"."gid" and m."user" = $1 ) or (w.is_guest = 0 and "r1_team"."visibility" <> 'secret') or w.is_admin = 1)))
  or exists (
    select 1
    from "user_task_lists" as "r2_user_task_list"
    where "r2_user_task_list"."gid" = "t1"."parent"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r2_user_task_list"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("r2_user_task_list"."owner" = $1 or "r2_user_task_list"."owner" in (
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
        where a."user" = $1 and x.deleted_at is null)))))))
  where "l0"."parent" = "t0"."gid"), "t0"."default_view", "t0"."due_on", "t0"."start_on", "t0"."notes", "t0"."html_notes", case when "t0"."privacy_setting" = 'public_to_workspace' then 1 else 0 end, "t0"."privacy_setting", "t0"."default_access_level", "t0"."minimum_access_level_for_customization", "t0"."minimum_access_level_for_sharing", (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."name")), '[]'::json)
  from "project_memberships" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."member"
  where "l0"."project" = "t0"."gid"), (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."name")), '[]'::json)
  from "project_followers" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."member"
  where "l0"."project" = "t0"."gid"), (
  select json_build_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."owner" ), (
  select json_build_array("t1"."gid", "t1"."name")
  from "teams" as "t1"
  where "t1"."gid" = "t0"."team" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "t1"."gid" and m."user" = $1 ) or (w.is_guest = 0 and "t1"."visibility" <> 'secret') or w.is_admin = 1))), (
  select json_build_array("t1"."gid", "t1"."name")
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."workspace" ), "t0"."workspace") as "row"
from "projects" as t0
where "t0"."gid" = $2 and "t0"."deleted_at" is null
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0))));
