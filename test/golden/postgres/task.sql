-- statements: 19

-- 1
select "t"."gid", "t"."user", "t"."kind", "t"."scopes", "t"."application", "t"."expires_at", "t"."last_used_at", "u"."time_zone", (
  select coalesce(json_agg(json_build_array(r.gid, r.workspace, r.base_role_type, r.permissions)), '[]'::json)
  from workspace_memberships m
  join roles r on r.gid = m.role
  where m."user" = "t"."user" and m.is_active = 1) as "roles"
from "tokens" as "t" inner
join "users" as "u" on "u"."gid" = "t"."user"
where "t"."hash" = $1;

-- 2
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or ( exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
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
    where a.deleted_at is null and ( exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null and (exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or ( "t"."assignee" = $1
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $1)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
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
        where g.object = "tm"."project" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or ( "t"."assignee" = $1
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $1)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null and (exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "tm"."project" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
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
        where g.object = "tm"."project" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "tm"."project" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = $1
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $1)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null and (exists (
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
        limit 1 offset 0)))))))) then 1 else 0 end as level
from "tasks" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 3
select json_build_array("t0"."gid", "t0"."workspace", "t0"."parent", "t0"."assignee", null, "t0"."name", "t0"."resource_subtype", "t0"."approval_status", "t0"."assignee_status", "t0"."completed", "t0"."completed_at", "t0"."created_at", "t0"."modified_at", "t0"."due_on", "t0"."due_at", "t0"."start_on", "t0"."start_at", (
  select x.external
  from task_externals x
  where x.task = "t0"."gid" and x."user" = $1), "t0"."notes", "t0"."html_notes", null, (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."user")), '[]'::json)
  from "task_likes" as "t1"
  where "t1"."task" = "t0"."gid"), null, "t0"."actual_time_minutes", case when "t0"."assignee" = $1 then (
  select x.section
  from user_task_lists l
  join task_memberships x on x.project = l.gid and x.task = "t0"."gid"
  where l.owner = $1 and l.workspace = "t0"."workspace") end, "t0"."custom_type", "t0"."custom_type_status_option", json_build_array((
  select coalesce(json_agg(json_build_array("v"."custom_field", "v"."gid", "v"."text_value", "v"."number_value", "v"."enum_value", "v"."date_on", "v"."date_at", case when coalesce(v.text_value, v.number_value, v.date_on) is null and v.enum_value is null then (
    select coalesce(json_agg(json_build_array(c.choice, c.rank)), '[]'::json)
    from custom_field_choices c
    where c.value = v.gid) end)), '[]'::json)
  from custom_field_values v
  where v.object = "t0"."gid"), case when "t0"."parent" is not null then (
  select coalesce(json_agg(lists.project), '[]'::json)
  from (
    select m.project
    from task_memberships m
    where m.task = "t0"."gid"
    union
    select m.project
    from task_memberships m
    where m.task = (
      with recursive up (gid, parent) as (
        select "t0"."gid", "t0"."parent"
        union
        select a.gid, a.parent
        from up
        join tasks a on a.gid = up.parent)
      select up.gid
      from up
      where up.parent is null)) as lists) end), (
  select coalesce(json_agg("l0"."user"), '[]'::json)
  from "task_followers" as "l0"
  where "l0"."task" = "t0"."gid"), (
  select coalesce(json_agg(json_build_array("t1"."project", "t1"."section")), '[]'::json)
  from "task_memberships" as "t1"
  where "t1"."task" = "t0"."gid"), "t0"."parent", (
  select coalesce(json_agg("l0"."tag"), '[]'::json)
  from "task_tags" as "l0"
  where "l0"."task" = "t0"."gid")) as "row"
from "tasks" as t0
where "t0"."gid" = $2 and "t0"."deleted_at" is null;

-- 4
select json_build_array("t0"."gid", "t0"."name", "t0"."resource_subtype") as "row"
from "tasks" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t0"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t0"."assignee" = $2
  or exists (
    select 1
    from task_followers f
    where f.task = "t0"."gid" and f."user" = $2)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t0"."gid" and p.deleted_at is null and (exists (
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
        limit 1 offset 0))))))));

-- 5
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)))) then 1 else 0 end as level, json_build_array(t.workspace) as "on"
from "projects" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 6
select s.parent as list, s.custom_field as field
from live_settings s
where "s"."parent" = any($1);

-- 7
select json_build_array("t0"."gid", "t0"."gid", "t0"."name", "t0"."resource_subtype", case when "t0"."formula" is not null then 'formula' when "t0"."id_prefix" is not null then 'custom_id' else "t0"."resource_subtype" end, "t0"."description", (
  select coalesce(json_agg("l0"."gid"
  order by "l0"."rank"), '[]'::json)
  from "enum_options" as "l0"
  where "l0"."custom_field" = "t0"."gid"), "t0"."format", "t0"."precision", "t0"."currency_code", "t0"."custom_label", "t0"."custom_label_position", "t0"."id_prefix", case when "t0"."formula" is not null then 1 else 0 end, case when "t0"."formula" is not null or "t0"."id_prefix" is not null then 1 else 0 end, "t0"."input_restrictions", "t0"."created_by", "t0"."privacy_setting", "t0"."default_access_level", "t0"."formula") as "row"
from "custom_fields" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;

-- 8
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)) and ("t"."project" is null or "t"."created_by" = $1 or w.is_admin = 1 or (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
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
    from "portfolios" as "r2_portfolio"
    where "r2_portfolio"."gid" = "t"."project" and "r2_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "goals" as "r3_goal"
    where "r3_goal"."gid" = "t"."project" and "r3_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) and w.is_guest = 0)) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)) and ("t"."project" is null or "t"."created_by" = $1 or w.is_admin = 1 or (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
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
    from "portfolios" as "r2_portfolio"
    where "r2_portfolio"."gid" = "t"."project" and "r2_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "goals" as "r3_goal"
    where "r3_goal"."gid" = "t"."project" and "r3_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) and w.is_guest = 0)) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)) and ("t"."project" is null or "t"."created_by" = $1 or w.is_admin = 1 or (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
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
    from "portfolios" as "r2_portfolio"
    where "r2_portfolio"."gid" = "t"."project" and "r2_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "goals" as "r3_goal"
    where "r3_goal"."gid" = "t"."project" and "r3_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) )) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = $1 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
    limit 1 offset 0)
  or exists (
    select 1
    from access_grants g
    where g.object = "t"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
    limit 1 offset 0)) and ("t"."project" is null or "t"."created_by" = $1 or w.is_admin = 1 or (exists (
    select 1
    from "user_task_lists" as "r0_my_tasks"
    where "r0_my_tasks"."gid" = "t"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r0_my_tasks"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r0_my_tasks"."owner" = $1)))
  or exists (
    select 1
    from "projects" as "r1_project"
    where "r1_project"."gid" = "t"."project" and "r1_project"."deleted_at" is null
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
    from "portfolios" as "r2_portfolio"
    where "r2_portfolio"."gid" = "t"."project" and "r2_portfolio"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r2_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r2_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0)))))
  or exists (
    select 1
    from "goals" as "r3_goal"
    where "r3_goal"."gid" = "t"."project" and "r3_goal"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $1 and w.workspace = "r3_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
        limit 1 offset 0)
      or exists (
        select 1
        from access_grants g
        where g.object = "r3_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
        limit 1 offset 0))))))) )) then 1 else 0 end as level, json_build_array(t.workspace, t.project) as "on"
from "custom_fields" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 9
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "users" as t0
where "t0"."gid" = any($1);

-- 10
select json_build_array("t0"."gid", "t0"."name") as "row"
from "sections" as t0
where "t0"."gid" = $1;

-- 11
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name", "t0"."enabled", "t0"."color")), '[]'::json) as "row"
from "enum_options" as t0
where "t0"."gid" = any($1);

-- 12
select t.gid as gid, case when ("t"."gid" = $1
or exists (
  select 1
  from workspace_memberships a
  join workspace_memberships b on b.workspace = a.workspace
  where a."user" = "t"."gid" and b."user" = $1 and b.is_active = 1 and (b.is_guest = 0 or ("t"."gid" = $1 or "t"."gid" in (
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
    where a."user" = $1 and x.deleted_at is null))))) then 4 when ("t"."gid" = $1
or exists (
  select 1
  from workspace_memberships a
  join workspace_memberships b on b.workspace = a.workspace
  where a."user" = "t"."gid" and b."user" = $1 and b.is_active = 1 and (b.is_guest = 0 or ("t"."gid" = $1 or "t"."gid" in (
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
    where a."user" = $1 and x.deleted_at is null))))) then 3 when ("t"."gid" = $1
or exists (
  select 1
  from workspace_memberships a
  join workspace_memberships b on b.workspace = a.workspace
  where a."user" = "t"."gid" and b."user" = $1 and b.is_active = 1 and (b.is_guest = 0 or ("t"."gid" = $1 or "t"."gid" in (
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
    where a."user" = $1 and x.deleted_at is null))))) then 2 when ("t"."gid" = $1
or exists (
  select 1
  from workspace_memberships a
  join workspace_memberships b on b.workspace = a.workspace
  where a."user" = "t"."gid" and b."user" = $1 and b.is_active = 1 and (b.is_guest = 0 or ("t"."gid" = $1 or "t"."gid" in (
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
    where a."user" = $1 and x.deleted_at is null))))) then 1 else 0 end as level, case when not exists (
  select 1
  from workspace_memberships g
  where g."user" = $1 and g.is_guest = 1) then '[]' end as "on"
from "users" as t
where "t"."gid" = any($2);

-- 13
select coalesce(json_agg(json_build_array("t0"."gid")), '[]'::json) as "row"
from "projects" as t0
where "t0"."gid" = any($1) and "t0"."deleted_at" is null;

-- 14 as task.sql 5

-- 15
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."name")), '[]'::json) as "row"
from "projects" as t0
where "t0"."gid" = any($1) and "t0"."deleted_at" is null;

-- 16 as task.sql 5

-- 17
select json_build_array("t0"."gid", "t0"."name") as "row"
from "tags" as t0
where "t0"."gid" = $1 and "t0"."deleted_at" is null;

-- 18
select json_build_array("t0"."gid", "t0"."name") as "row"
from "workspaces" as t0
where "t0"."gid" = $1;

-- 19 as task.sql 10
