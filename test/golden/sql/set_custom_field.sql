-- statements: 11

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task_dependencies.sql 2

-- 4 as create_subtask.sql 3

-- 5 as complete_task.sql 5

-- 6
select t.gid as gid, case when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and ("t"."created_by" = ?1 or w.is_admin = 1 or (("t"."privacy_setting" = 'public_with_guests' or ("t"."privacy_setting" = 'public' and w.is_guest = 0)) and w.is_guest = 0 and "t"."default_access_level" in ('admin')))) then 4 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and ("t"."created_by" = ?1 or w.is_admin = 1 or (("t"."privacy_setting" = 'public_with_guests' or ("t"."privacy_setting" = 'public' and w.is_guest = 0)) and w.is_guest = 0 and "t"."default_access_level" in ('editor', 'admin')))) then 3 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and w.is_view_only = 0 and ("t"."created_by" = ?1 or w.is_admin = 1 or (("t"."privacy_setting" = 'public_with_guests' or ("t"."privacy_setting" = 'public' and w.is_guest = 0))))) then 2 when exists (
  select 1
  from workspace_memberships w
  where w."user" = ?1 and w.workspace = "t"."workspace" and w.is_active = 1 and ("t"."created_by" = ?1 or w.is_admin = 1 or (("t"."privacy_setting" = 'public_with_guests' or ("t"."privacy_setting" = 'public' and w.is_guest = 0))))) then 1 else 0 end as level
from "custom_fields" as t
where "t"."gid" in (
  select value
  from json_each(?2)) and t.deleted_at is null;

-- 7
select f.*, exists (
  select 1
  from task_fields r
  where r.task = ?1 and r.custom_field = f.gid) as enabled, (
  select v.gid
  from custom_field_values v
  where v.task = ?1 and v.custom_field = f.gid) as value
from custom_fields f
where "f"."gid" in (
  select value
  from json_each(?2)) and f.deleted_at is null;

-- 8
select "gid", "name", "enabled", "custom_field"
from "enum_options"
where "custom_field" = ?1
order by "rank";

-- 9
insert into custom_field_values ("gid", "task", "custom_field", "workspace", "text_value", "number_value", "enum_value", "date_on", "date_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 10 as create_task.sql 11

-- 11
select value, gid, type, name
from (
  select c.value as value, c.rank as rank, t.gid as gid, 'enum_option' as type, t.name as name
  from custom_field_choices c
  join "enum_options" t on t.gid = c.choice
  where "c"."value" in (
    select value
    from json_each(?1))
  union all
  select c.value as value, c.rank as rank, t.gid as gid, 'user' as type, t.name as name
  from custom_field_choices c
  join "users" t on t.gid = c.choice
  where "c"."value" in (
    select value
    from json_each(?1)) and (("t"."gid" = ?2
  or exists (
    select 1
    from workspace_memberships a
    join workspace_memberships b on b.workspace = a.workspace
    where a."user" = "t"."gid" and a.is_active = 1 and b."user" = ?2 and b.is_active = 1 and (b.is_guest = 0 or ("t"."gid" = ?2 or "t"."gid" in (
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
      where a."user" = ?2 and x.deleted_at is null)))))) is true
  union all
  select c.value as value, c.rank as rank, t.gid as gid, 'task' as type, t.name as name
  from custom_field_choices c
  join "tasks" t on t.gid = c.choice
  where "c"."value" in (
    select value
    from json_each(?1)) and t.deleted_at is null and (exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "t"."workspace" and w.is_active = 1 and (( "t"."assignee" = ?2
    or exists (
      select 1
      from task_followers f
      where f.task = "t"."gid" and f."user" = ?2)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t"."gid" and p.deleted_at is null
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?2 and w.workspace = "p"."workspace" and w.is_active = 1 and ((w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
        or exists (
          select 1
          from project_memberships m
          where m.project = "p"."gid" and m.member = ?2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
        and exists (
          select 1
          from team_memberships tb
          where tb.team = "p"."team" and tb."user" = ?2 and tb.is_limited_access = 0))
        or exists (
          select 1
          from project_memberships m
          join team_memberships tb on tb.team = m.member
          where m.project = "p"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) or ("t"."parent" is not null
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
      where a.deleted_at is null and ( "a"."assignee" = ?2
      or exists (
        select 1
        from task_followers f
        where f.task = "a"."gid" and f."user" = ?2)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "a"."gid" and p.deleted_at is null
        and exists (
          select 1
          from workspace_memberships w
          where w."user" = ?2 and w.workspace = "p"."workspace" and w.is_active = 1 and ((w.is_guest = 0 and "p"."privacy_setting" = 'public_to_workspace' and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
          or exists (
            select 1
            from project_memberships m
            where m.project = "p"."gid" and m.member = ?2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("p"."privacy_setting" <> 'private' and "p"."team" is not null and "p"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
          and exists (
            select 1
            from team_memberships tb
            where tb.team = "p"."team" and tb."user" = ?2 and tb.is_limited_access = 0))
          or exists (
            select 1
            from project_memberships m
            join team_memberships tb on tb.team = m.member
            where m.project = "p"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) is true
  union all
  select c.value as value, c.rank as rank, t.gid as gid, 'project' as type, t.name as name
  from custom_field_choices c
  join "projects" t on t.gid = c.choice
  where "c"."value" in (
    select value
    from json_each(?1)) and t.deleted_at is null and (exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "t"."workspace" and w.is_active = 1 and ((w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "t"."gid" and m.member = ?2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      where tb.team = "t"."team" and tb."user" = ?2 and tb.is_limited_access = 0))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      where m.project = "t"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))) is true) as listed
order by value, rank;
