-- statements: 2

-- 1 as task.sql 1

-- 2
select json_array("t0"."gid", (
  select json_group_array(json_array("t1"."gid", case when exists (
    select 1
    from task_fields x
    where x.task = "t1"."task" and x.custom_field = "t1"."gid") then 1 else 0 end, "t1"."name", "t1"."resource_subtype", case when "t1"."formula" is not null then 'formula' when "t1"."id_prefix" is not null then 'custom_id' else "t1"."resource_subtype" end, "t1"."description", (
    select json_group_array(json_array("t2"."gid", "t2"."name", "t2"."enabled", "t2"."color")
    order by "l1"."rank")
    from "enum_options" as "l1"
    join "enum_options" as "t2" on "t2"."gid" = "l1"."gid"
    where "l1"."custom_field" = "t1"."gid"), "t1"."format", "t1"."precision", "t1"."currency_code", "t1"."custom_label", "t1"."custom_label_position", "t1"."id_prefix", case when "t1"."formula" is not null then 1 else 0 end, case when "t1"."formula" is not null or "t1"."id_prefix" is not null then 1 else 0 end, "t1"."input_restrictions", (
    select json_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."created_by" and ("t2"."gid" = ?1
    or exists (
      select 1
      from workspace_memberships a
      join workspace_memberships b on b.workspace = a.workspace
      where a."user" = "t2"."gid" and b."user" = ?1 and b.is_active = 1 and (b.is_guest = 0 or ("t2"."gid" = ?1 or "t2"."gid" in (
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
        where a."user" = ?1 and x.deleted_at is null)))))), "t1"."privacy_setting", "t1"."default_access_level", "t1"."text_value", "t1"."task", "t1"."formula", "t1"."number_value", (
    select json_array("t2"."gid", "t2"."name", "t2"."enabled", "t2"."color")
    from "enum_options" as "t2"
    where "t2"."gid" = "t1"."enum_value" ), (
    select json_group_array(json_array("t2"."gid", "t2"."name", "t2"."enabled", "t2"."color")
    order by "l1"."rank")
    from "custom_field_choices" as "l1"
    join "enum_options" as "t2" on "t2"."gid" = "l1"."choice"
    where "l1"."value" = "t1"."value"), "t1"."date_on", "t1"."date_at", (
    select json_group_array(json_array("t2"."gid", "t2"."name")
    order by "l1"."rank")
    from "custom_field_choices" as "l1"
    join "users" as "t2" on "t2"."gid" = "l1"."choice"
    where "l1"."value" = "t1"."value"), "t1"."value", (
    select x.name
    from enum_options x
    where x.gid = "t1"."enum_value")))
  from "task_custom_fields" as "t1"
  join "custom_fields" as "g0" on "g0"."gid" = "t1"."gid" and "g0"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "g0"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "g0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "g0"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)) and ("g0"."home" is null or "g0"."created_by" = ?1 or w.is_admin = 1 or (exists (
      select 1
      from "user_task_lists" as "r0_my_tasks"
      where "r0_my_tasks"."gid" = "g0"."home"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = ?1)))
    or exists (
      select 1
      from "projects" as "r1_project"
      where "r1_project"."gid" = "g0"."home" and "r1_project"."deleted_at" is null
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
          where g.object = "r1_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
          limit 1 offset 0)))))))))
  where "t1"."task" = "t0"."gid")) as "row"
from "tasks" as t0
where "t0"."gid" = ?2 and "t0"."deleted_at" is null
and exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t0"."assignee" = ?1
  or exists (
    select 1
    from task_followers f
    where f.task = "t0"."gid" and f."user" = ?1)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t0"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))) or ("t0"."parent" is not null
  and exists (
    with recursive up (gid) as (
      select "t0"."parent"
      union
      select a.parent
      from up
      join tasks a on a.gid = up.gid
      where a.parent is not null and a.deleted_at is null)
    select 1
    from up
    join tasks a on a.gid = up.gid
    where a.deleted_at is null and ( "a"."assignee" = ?1
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = ?1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))));
