-- statements: 34

-- 1 as task.sql 1

-- 2
select t.gid as gid, case when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 4 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 4 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 3 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 3 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r0_project"."workspace" and w.is_active = 1 and w.is_view_only = 0 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r0_project"."gid" and g.level >= 2 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 2 when (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t"."project" and "r0_project"."deleted_at" is null
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
      where g.object = "r0_project"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 2) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))) then 1 else 0 end as level, null as "on"
from "task_templates" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 3 as instantiate_project.sql 3

-- 4
select *
from task_templates
where "gid" = $1 for no key update;

-- 5
select *
from "template_tasks"
where "template" = $1 and "position" >= $2
order by "position"
limit $3;

-- 6 as create_task_in_project.sql 5

-- 7 as instantiate_project.sql 16

-- 8 as instantiate_project.sql 17

-- 9
update requested_jobs
set "cursor" = $1
where "gid" = $2;

-- 10 as create_subtask.sql 5

-- 11 as move_task.sql 11

-- 12 as custom_fields_of_workspace.sql 3

-- 13
select t.gid as gid, case when ("t"."gid" = $1) then 4 when ("t"."gid" = $1) then 3 when ("t"."gid" = $1) then 2 when ("t"."gid" = $1
or exists (
  select 1
  from workspace_memberships a
  join workspace_memberships b on b.workspace = a.workspace
  where a."user" = "t"."gid" and a.is_active = 1 and b."user" = $1 and b.is_active = 1 and (b.is_guest = 0 or ("t"."gid" = $1 or "t"."gid" in (
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
    where a."user" = $1 and x.deleted_at is null))))) then 1 else 0 end as level
from "users" as t
where "t"."gid" = any($2);

-- 14 as create_subtask.sql 5

-- 15
select "section" as list, max(rank) as rank
from "task_memberships"
where "section" = any($1)
group by "section";

-- 16
insert into tasks ("gid", "workspace", "name", "notes", "html_notes", "parent", "rank", "resource_subtype", "approval_status", "completed", "completed_at", "completed_by", "custom_type", "custom_type_status_option", "start_on", "start_at", "due_on", "due_at", "assignee", "assigned_by", "assignee_status", "is_rendered_as_separator", "actual_time_minutes", "created_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28);

-- 17
insert into job_copies ("job", "position", "source", "copy")
values ($1, $2, $3, $4);

-- 18
select l.owner as owner, l.gid as project, s.gid as section, (
  select min(m.rank)
  from task_memberships m
  where m.section = s.gid) as rank
from user_task_lists l
join sections s on s.project = l.gid
where "l"."owner" = any($1) and l.workspace = $2 and s.rank = (
  select min(x.rank)
  from sections x
  where x.project = l.gid)
order by l.gid;

-- 19 as create_subtask.sql 5

-- 20 as instantiate_task.sql 18

-- 21
insert into "task_memberships" ("task", "project", "section", "rank", "workspace")
select (e ->> 0)::bigint, (e ->> 1)::bigint, (e ->> 2)::bigint, (e ->> 3), (e ->> 4)::bigint
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 22 as create_task.sql 9

-- 23
select distinct m.task as task, f.gid as custom_field, f.workspace as workspace
from task_memberships m
join custom_field_settings s on s.parent = m.project
join custom_fields f on f.gid = s.custom_field and f.id_prefix is not null and f.deleted_at is null
join tasks t on t.gid = m.task and t.deleted_at is null
where "m"."task" = any($1) and not exists (
  select 1
  from custom_field_values v
  where v.object = m.task and v.custom_field = f.gid)
order by m.task, f.gid;

-- 24 as create_task_in_project.sql 12

-- 25 as task.sql 4

-- 26 as create_task.sql 11

-- 27 as complete_task.sql 10

-- 28 as instantiate_project.sql 19

-- 29 as create_task.sql 15

-- 30 as create_task.sql 16

-- 31 as create_task_in_project.sql 20

-- 32 as task.sql 4

-- 33 as create_task.sql 17

-- 34 as create_task.sql 25
