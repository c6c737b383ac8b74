-- statements: 19

-- 1 as create_task.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4
select m."user" as "user", m.gid as gid, m.is_active as is_active, m.is_admin as is_admin, m.is_guest as is_guest, m.is_service as is_service
from workspace_memberships m
where m.workspace = $1 and "m"."user" = any($2)
order by m."user" for no key update;

-- 5
insert into projects ("gid", "workspace", "name", "icon", "default_view", "default_access_level", "owner", "team", "minimum_access_level_for_customization", "minimum_access_level_for_sharing", "archived", "color", "privacy_setting", "start_on", "due_on", "notes", "html_notes", "completed", "completed_at", "completed_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24);

-- 6
select "gid", "member", "access_level", "is_follower"
from "project_memberships"
where "project" = $1 and "member" = any($2);

-- 7
insert into project_memberships ("gid", "project", "member", "workspace", "access_level", "is_follower")
values ($1, $2, $3, $4, $5, $6);

-- 8 as create_project.sql 6

-- 9
select *
from project_memberships
where "project" = $1 and "member" = $2 for no key update;

-- 10
update project_memberships
set "access_level" = $1
where "project" = $2 and "member" = $3;

-- 11
insert into sections ("gid", "project", "workspace", "name", "rank", "created_at")
values ($1, $2, $3, $4, $5, $6);

-- 12
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
      where w."user" = $1 and w.workspace = "t2"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t2"."created_by" = $1 or w.is_admin = 1 or (("t2"."privacy_setting" = 'public_with_guests' or ("t2"."privacy_setting" = 'public' and w.is_guest = 0)) and ("t2"."home" is null or ( exists (
        select 1
        from user_task_lists l
        where l.gid = "t2"."home"
        and exists (
          select 1
          from workspace_memberships w
          where w."user" = $1 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = $1)))
      or exists (
        select 1
        from projects p
        where p.gid = "t2"."home" and p.deleted_at is null
        and exists (
          select 1
          from workspace_memberships w
          where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
          or exists (
            select 1
            from project_memberships m
            where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
          or exists (
            select 1
            from project_memberships m
            join team_memberships tb on tb.team = m.member
            join teams te on te.gid = tb.team
            where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))), "t1"."is_important", coalesce((
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
  join "custom_field_settings" as "t1" on "t1"."gid" = "l0"."gid" and ( exists (
    select 1
    from custom_fields sf
    where sf.gid = "t1"."custom_field" and sf.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "sf"."workspace" and w.is_active = 1 and (w.is_service = 1 or "sf"."created_by" = $1 or w.is_admin = 1 or (("sf"."privacy_setting" = 'public_with_guests' or ("sf"."privacy_setting" = 'public' and w.is_guest = 0)) and ("sf"."home" is null or ( exists (
        select 1
        from user_task_lists l
        where l.gid = "sf"."home"
        and exists (
          select 1
          from workspace_memberships w
          where w."user" = $1 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = $1)))
      or exists (
        select 1
        from projects p
        where p.gid = "sf"."home" and p.deleted_at is null
        and exists (
          select 1
          from workspace_memberships w
          where w."user" = $1 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
          or exists (
            select 1
            from project_memberships m
            where m.project = "p"."gid" and m.member = $1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
          and exists (
            select 1
            from team_memberships tb
            join teams te on te.gid = tb.team
            where tb.team = "p"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
          or exists (
            select 1
            from project_memberships m
            join team_memberships tb on tb.team = m.member
            join teams te on te.gid = tb.team
            where m.project = "p"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) and (exists (
    select 1
    from projects sp
    where sp.gid = "t1"."parent" and sp.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "sp"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "sp"."privacy_setting" = 'public_to_workspace' and "sp"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "sp"."gid" and m.member = $1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("sp"."privacy_setting" <> 'private' and "sp"."team" is not null and "sp"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "sp"."team" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "sp"."gid" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))
  or exists (
    select 1
    from teams st
    where st.gid = "t1"."parent" and st.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "st"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "st"."gid" and m."user" = $1 ) or (w.is_guest = 0 and "st"."visibility" <> 'secret') or w.is_admin = 1)))
  or exists (
    select 1
    from user_task_lists sl
    where sl.gid = "t1"."parent"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "sl"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("sl"."owner" = $1 or "sl"."owner" in (
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
where "t0"."gid" = $2;

-- 13 as create_task.sql 13

-- 14 as delete_task.sql 10

-- 15 as create_task.sql 15

-- 16 as delete_task.sql 12

-- 17 as delete_task.sql 13

-- 18 as create_task.sql 15

-- 19 as create_task.sql 16
