-- statements: 3

-- 1 as tasks_of_project.sql 1

-- 2
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
      limit 1 offset 0)) and ("r0_custom_field"."home" is null or "r0_custom_field"."created_by" = $2 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "r0_custom_field"."home"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $2)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "r0_custom_field"."home" and "r1_project"."deleted_at" is null
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
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0))))))))))) and (exists (
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
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
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
      where m.team = "r1_team"."gid" and m."user" = $2 ) or (w.is_guest = 0 and "r1_team"."visibility" <> 'secret') or w.is_admin = 1)))
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
      where a."user" = $2 and x.deleted_at is null)))))))) is true
order by "t"."rank", "t"."gid"
limit $3;

-- 3
select json_build_array("t0"."gid", (
  select json_build_array("t1"."gid", "t1"."name", "t1"."resource_subtype", case when "t1"."formula" is not null then 'formula' when "t1"."id_prefix" is not null then 'custom_id' else "t1"."resource_subtype" end, (
    select coalesce(json_agg(json_build_array("t2"."gid", "t2"."name", "t2"."enabled", "t2"."color")
    order by "l1"."rank"), '[]'::json)
    from "enum_options" as "l1"
    join "enum_options" as "t2" on "t2"."gid" = "l1"."gid"
    where "l1"."custom_field" = "t1"."gid"), "t1"."id_prefix", case when "t1"."formula" is not null then 1 else 0 end, "t1"."input_restrictions")
  from "custom_fields" as "t1"
  where "t1"."gid" = "t0"."custom_field" and "t1"."deleted_at" is null
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
      limit 1 offset 0)) and ("t1"."home" is null or "t1"."created_by" = $1 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "t1"."home"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "t1"."home" and "r1_project"."deleted_at" is null
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
          limit 1 offset 0)))))))))), "t0"."is_important", coalesce((
  select json_build_array('project', json_build_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null), (
  select json_build_array('team', json_build_array("t1"."gid", "t1"."name"))
  from "teams" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null), (
  select json_build_array('user_task_list', json_build_array("t1"."gid", "t1"."name", (
    select json_build_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."owner" ), (
    select json_build_array("t2"."gid", "t2"."name")
    from "workspaces" as "t2"
    where "t2"."gid" = "t1"."workspace"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "t2"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)))))
  from "user_task_lists" as "t1"
  where "t1"."gid" = "t0"."parent" )), (
  select json_build_array("t1"."gid", "t1"."name")
  from "projects" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null)) as "row"
from "custom_field_settings" as t0
where "t0"."gid" = $2;
