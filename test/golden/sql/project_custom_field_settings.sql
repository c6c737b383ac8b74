-- statements: 4

-- 1 as task.sql 1

-- 2 as tasks_of_project.sql 2

-- 3
select t.gid, "t"."rank", "t"."gid"
from "custom_field_settings" as t
where "t"."parent" = ?1 and (( exists (
  select 1
  from custom_fields sf
  where sf.gid = "t"."custom_field" and sf.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "sf"."workspace" and w.is_active = 1 and (w.is_service = 1 or "sf"."created_by" = ?2 or w.is_admin = 1 or (("sf"."privacy_setting" = 'public_with_guests' or ("sf"."privacy_setting" = 'public' and w.is_guest = 0)) and ("sf"."home" is null or ( exists (
      select 1
      from user_task_lists l
      where l.gid = "sf"."home"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?2 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = ?2)))
    or exists (
      select 1
      from projects p
      where p.gid = "sf"."home" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = ?2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) and (exists (
  select 1
  from projects sp
  where sp.gid = "t"."parent" and sp.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "sp"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "sp"."privacy_setting" = 'public_to_workspace' and "sp"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "sp"."gid" and m.member = ?2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("sp"."privacy_setting" <> 'private' and "sp"."team" is not null and "sp"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "sp"."team" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "sp"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))
or exists (
  select 1
  from teams st
  where st.gid = "t"."parent" and st.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "st"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "st"."gid" and m."user" = ?2 ) or (w.is_guest = 0 and "st"."visibility" <> 'secret') or w.is_admin = 1)))
or exists (
  select 1
  from user_task_lists sl
  where sl.gid = "t"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "sl"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("sl"."owner" = ?2 or "sl"."owner" in (
      select b."user"
      from team_memberships a
      join team_memberships b on b.team = a.team
      join teams x on x.gid = a.team
      where a."user" = ?2 and x.deleted_at is null
      union
      select b.member
      from project_memberships a
      join project_memberships b on b.project = a.project
      join projects x on x.gid = a.project
      where a.member = ?2 and x.deleted_at is null
      union
      select b."user"
      from task_followers a
      join task_followers b on b.task = a.task
      join tasks x on x.gid = a.task
      where a."user" = ?2 and x.deleted_at is null)))))))) is true
order by "t"."rank", "t"."gid"
limit cast(?3 as integer);

-- 4
select json_array("t0"."gid", (
  select json_array("t1"."gid", "t1"."name", "t1"."resource_subtype", case when "t1"."formula" is not null then 'formula' when "t1"."id_prefix" is not null then 'custom_id' else "t1"."resource_subtype" end, (
    select json_group_array(json_array("t2"."gid", "t2"."name", "t2"."enabled", "t2"."color")
    order by "l1"."rank")
    from "enum_options" as "l1"
    join "enum_options" as "t2" on "t2"."gid" = "l1"."gid"
    where "l1"."custom_field" = "t1"."gid"), "t1"."id_prefix", case when "t1"."formula" is not null then 1 else 0 end, "t1"."input_restrictions")
  from "custom_fields" as "t1"
  where "t1"."gid" = "t0"."custom_field" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t1"."created_by" = ?1 or w.is_admin = 1 or (("t1"."privacy_setting" = 'public_with_guests' or ("t1"."privacy_setting" = 'public' and w.is_guest = 0)) and ("t1"."home" is null or ( exists (
      select 1
      from user_task_lists l
      where l.gid = "t1"."home"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = ?1)))
    or exists (
      select 1
      from projects p
      where p.gid = "t1"."home" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?1 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = ?1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))), "t0"."is_important", coalesce((
  select json_array('project', json_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null), (
  select json_array('team', json_array("t1"."gid", "t1"."name"))
  from "teams" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null), (
  select json_array('user_task_list', json_array("t1"."gid", "t1"."name", (
    select json_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."owner" ), (
    select json_array("t2"."gid", "t2"."name")
    from "workspaces" as "t2"
    where "t2"."gid" = "t1"."workspace"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "t2"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)))))
  from "user_task_lists" as "t1"
  where "t1"."gid" = "t0"."parent" )), (
  select json_array("t1"."gid", "t1"."name")
  from "projects" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null)) as "row"
from "custom_field_settings" as t0
where "t0"."gid" = ?2;
