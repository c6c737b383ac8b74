-- statements: 29

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 4 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 3 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = ?1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 2 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
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
      limit 1 offset 0)))))) then 1 else 0 end as level, null as "on"
from "task_templates" as t
where "t"."gid" in (
  select value
  from json_each(?2)) and t.deleted_at is null;

-- 3
select *
from task_templates
where "gid" = ?;

-- 4
select *
from "template_tasks"
where "template" = ?1 and "position" >= ?2
order by "position"
limit cast(?3 as integer);

-- 5 as create_task_in_project.sql 5

-- 6 as instantiate_project.sql 15

-- 7 as instantiate_project.sql 16

-- 8
update requested_jobs
set "cursor" = ?
where "gid" = ?;

-- 9 as create_task.sql 7

-- 10 as custom_fields_of_workspace.sql 3

-- 11
select t.gid as gid, case when ("t"."gid" = ?1) then 4 when ("t"."gid" = ?1) then 3 when ("t"."gid" = ?1) then 2 when ("t"."gid" = ?1
or exists (
  select 1
  from workspace_memberships a
  join workspace_memberships b on b.workspace = a.workspace
  where a."user" = "t"."gid" and a.is_active = 1 and b."user" = ?1 and b.is_active = 1 and (b.is_guest = 0 or ("t"."gid" = ?1 or "t"."gid" in (
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
    where a."user" = ?1 and x.deleted_at is null))))) then 1 else 0 end as level
from "users" as t
where "t"."gid" in (
  select value
  from json_each(?2));

-- 12
select "section" as list, max(rank) as rank
from "task_memberships"
where "section" in (
  select value
  from json_each(?1))
group by "section";

-- 13
insert into tasks ("gid", "workspace", "name", "notes", "html_notes", "parent", "rank", "resource_subtype", "approval_status", "completed", "completed_at", "completed_by", "custom_type", "custom_type_status_option", "start_on", "start_at", "due_on", "due_at", "assignee", "assigned_by", "assignee_status", "is_rendered_as_separator", "actual_time_minutes", "created_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 14
insert into job_copies ("job", "position", "source", "copy")
values (?, ?, ?, ?);

-- 15
select l.owner as owner, l.gid as project, s.gid as section, (
  select min(m.rank)
  from task_memberships m
  where m.section = s.gid) as rank
from user_task_lists l
join sections s on s.project = l.gid
where "l"."owner" in (
  select value
  from json_each(?1)) and l.workspace = ?2 and s.rank = (
  select min(x.rank)
  from sections x
  where x.project = l.gid)
order by l.gid;

-- 16 as instantiate_task.sql 15

-- 17
insert into "task_memberships" ("task", "project", "section", "rank", "workspace")
select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]')
from json_each(?1)
where true
order by key;

-- 18 as create_task.sql 9

-- 19
select distinct m.task as task, f.gid as custom_field, f.workspace as workspace
from task_memberships m
join custom_field_settings s on s.parent = m.project
join custom_fields f on f.gid = s.custom_field and f.id_prefix is not null and f.deleted_at is null
join tasks t on t.gid = m.task and t.deleted_at is null
where "m"."task" in (
  select value
  from json_each(?1)) and not exists (
  select 1
  from custom_field_values v
  where v.object = m.task and v.custom_field = f.gid)
order by m.task, f.gid;

-- 20 as task.sql 4

-- 21 as instantiate_project.sql 19

-- 22 as task.sql 4

-- 23 as create_task.sql 20

-- 24 as complete_task.sql 21

-- 25 as create_task.sql 22

-- 26 as create_task_in_project.sql 31

-- 27
insert into changes ("workspace", "at", "user", "resource_type", "resource", "resource_subtype", "action", "parent_type", "parent", "field", "change_action", "value_type", "value", "old_value", "new_value", "streams", "page", "owner")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 28
insert into streams (resource, change)
values (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?), (?, ?);

-- 29 as create_task.sql 25
