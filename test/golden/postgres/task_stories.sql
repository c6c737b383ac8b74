-- statements: 4

-- 1 as task_dependencies.sql 1

-- 2
select t.gid, "t"."gid"
from "stories" as t
where "t"."target" = $1 and t.deleted_at is null
order by "t"."gid"
limit $2;

-- 3
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."created_at", (
  select json_build_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."created_by" ), "t0"."resource_subtype", "t0"."type", "t0"."text", "t0"."html_text", case when "t0"."resource_subtype" <> 'notes_changed' then "t0"."detail" end, "t0"."created_by")), '[]'::json) as "row"
from "stories" as t0
where "t0"."gid" = any($1);

-- 4
select t.gid as gid, 'user' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "users" as t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'tag' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "tags" as t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'project' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "projects" as t
where "t"."gid" = any($1)
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))
union all
select t.gid as gid, 'section' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "sections" as t
where "t"."gid" = any($1) and ( exists (
  select 1
  from user_task_lists l
  where l.gid = "t"."project"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = $2)))
or exists (
  select 1
  from projects p
  where p.gid = "t"."project" and p.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "p"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "p"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "p"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))
union all
select t.gid as gid, 'task' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "tasks" as t
where "t"."gid" = any($1)
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = $2
  or exists (
    select 1
    from task_followers f
    where f.task = "t"."gid" and f."user" = $2)
  or exists (
    select 1
    from task_memberships tm
    join projects p on p.gid = tm.project
    where tm.task = "t"."gid" and p.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "p"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "p"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "p"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) or ("t"."parent" is not null
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
    where a.deleted_at is null and ( "a"."assignee" = $2
    or exists (
      select 1
      from task_followers f
      where f.task = "a"."gid" and f."user" = $2)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "a"."gid" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))
union all
select t.gid as gid, 'custom_field' as type, t.name as name, cast(null as text) as color, cast(null as bigint) as enabled
from "custom_fields" as t
where "t"."gid" = any($1)
and exists (
  select 1
  from workspace_memberships w
  where w."user" = $2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t"."created_by" = $2 or w.is_admin = 1 or (("t"."privacy_setting" = 'public_with_guests' or ("t"."privacy_setting" = 'public' and w.is_guest = 0)) and ("t"."home" is null or ( exists (
    select 1
    from user_task_lists l
    where l.gid = "t"."home"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = $2)))
  or exists (
    select 1
    from projects p
    where p.gid = "t"."home" and p.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = $2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "p"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "p"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "p"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))
union all
select t.gid as gid, 'enum_option' as type, t.name as name, t.color as color, t.enabled as enabled
from "enum_options" as t
where "t"."gid" = any($1)
and exists (
  select 1
  from "custom_fields" as r
  where r.gid = "t"."custom_field" and r.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $2 and w.workspace = "r"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r"."created_by" = $2 or w.is_admin = 1 or (("r"."privacy_setting" = 'public_with_guests' or ("r"."privacy_setting" = 'public' and w.is_guest = 0)) and ("r"."home" is null or ( exists (
      select 1
      from user_task_lists l
      where l.gid = "r"."home"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = $2)))
    or exists (
      select 1
      from projects p
      where p.gid = "r"."home" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = $2 and w.workspace = "p"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = $2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          join teams te on te.gid = tb.team
          where tb.team = "p"."team" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          join teams te on te.gid = tb.team
          where m.project = "p"."gid" and tb."user" = $2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))))))));
