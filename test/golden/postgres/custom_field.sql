-- statements: 1

-- 1
select json_build_array("t0"."gid", "t0"."name", "t0"."resource_subtype", case when "t0"."formula" is not null then 'formula' when "t0"."id_prefix" is not null then 'custom_id' else "t0"."resource_subtype" end, (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."name", "t1"."enabled", "t1"."color")
  order by "l0"."rank"), '[]'::json)
  from "enum_options" as "l0"
  join "enum_options" as "t1" on "t1"."gid" = "l0"."gid"
  where "l0"."custom_field" = "t0"."gid"), "t0"."format", "t0"."precision", "t0"."currency_code", "t0"."custom_label", "t0"."custom_label_position", "t0"."id_prefix", case when "t0"."formula" is not null then 1 else 0 end, case when "t0"."formula" is not null or "t0"."id_prefix" is not null then 1 else 0 end, "t0"."input_restrictions", (
  select json_build_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."created_by" and ("t1"."gid" = $1
  or exists (
    select 1
    from workspace_memberships a
    join workspace_memberships b on b.workspace = a.workspace
    where a."user" = "t1"."gid" and b."user" = $1 and b.is_active = 1 and (b.is_guest = 0 or ("t1"."gid" = $1 or "t1"."gid" in (
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
      where a."user" = $1 and x.deleted_at is null)))))), "t0"."privacy_setting", "t0"."default_access_level") as "row"
from "custom_fields" as t0
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
    limit 1 offset 0)) and ("t0"."home" is null or "t0"."created_by" = $1 or w.is_admin = 1 or (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t0"."home"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t0"."home" and "r1_project"."deleted_at" is null
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
        limit 1 offset 0)))))))));
