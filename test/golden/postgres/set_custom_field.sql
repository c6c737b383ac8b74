-- statements: 33

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 4

-- 4 as create_subtask.sql 13

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
        limit 1 offset 0))))))) )) then 1 else 0 end as level
from "custom_fields" as t
where "t"."gid" = any($2) and t.deleted_at is null;

-- 6
select f.*, exists (
  select 1
  from task_fields r
  where "r"."task" = $1 and r.custom_field = f.gid) as enabled, (
  select v.gid
  from custom_field_values v
  where v.object = $1 and v.custom_field = f.gid) as value
from custom_fields f
where "f"."gid" = any($2) and f.deleted_at is null;

-- 7 as audit_log.sql 3

-- 8
select "gid", "name", "enabled", "custom_field"
from "enum_options"
where "custom_field" = $1
order by "rank";

-- 9
insert into custom_field_values ("gid", "object", "object_type", "custom_field", "workspace", "text_value", "number_value", "enum_value", "date_on", "date_at")
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- 10
select t.gid as gid, 'task' as type, t.workspace as workspace, t.resource_subtype as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "tasks" t
where "t"."gid" = any($1)
union all
select t.gid as gid, 'custom_field' as type, t.workspace as workspace, case when t.id_prefix is null then t.resource_subtype end as subtype, case when t.deleted_at is null then 0 else 1 end as is_deleted
from "custom_fields" t
where "t"."gid" = any($2);

-- 11 as create_task.sql 12

-- 12 as task.sql 4

-- 13 as create_task.sql 14

-- 14 as create_task.sql 16

-- 15 as create_subtask.sql 16

-- 16 as task.sql 6

-- 17 as create_task.sql 17

-- 18 as task.sql 7

-- 19 as task.sql 8

-- 20
select json_build_array("t0"."gid", "t0"."name") as "row"
from "enum_options" as t0
where "t0"."gid" = $1;

-- 21 as task.sql 9

-- 22 as task.sql 11

-- 23 as task_stories.sql 6

-- 24 as task.sql 12

-- 25 as task.sql 13

-- 26 as task.sql 5

-- 27 as task.sql 15

-- 28 as task.sql 5

-- 29 as task.sql 17

-- 30 as task.sql 18

-- 31 as task.sql 15

-- 32 as project_sections.sql 5

-- 33 as create_task.sql 25
