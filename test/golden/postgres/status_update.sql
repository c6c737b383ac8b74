-- statements: 4

-- 1 as task.sql 1

-- 2
select json_build_array("t0"."gid", "t0"."title", "t0"."resource_subtype", "t0"."text", "t0"."html_text", "t0"."status_type", "t0"."created_by", "t0"."created_at", "t0"."modified_at", null, (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."user")), '[]'::json)
  from "status_update_likes" as "t1"
  where "t1"."status_update" = "t0"."gid"), null, (
  select coalesce(json_agg(json_build_array("r"."first", "r"."emoji_base", "r"."variant", "r"."count", "r"."reacted")), '[]'::json)
  from (
    select min(x.gid) as first, x.emoji_base as emoji_base, coalesce(max(case when x."user" = $1 then x.emoji end), min(x.emoji)) as variant, count(*) as count, max(case when x."user" = $1 then 1 else 0 end) as reacted
    from reactions x
    where x.target = "t0"."gid"
    group by x.emoji_base) r), "t0"."parent") as "row"
from "status_updates" as t0
where "t0"."gid" = $2 and "t0"."deleted_at" is null and (exists (
  select 1
  from "projects" as "r0_project"
  where "r0_project"."gid" = "t0"."parent" and "r0_project"."deleted_at" is null
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
      limit 1 offset 0)))))
or exists (
  select 1
  from "portfolios" as "r1_portfolio"
  where "r1_portfolio"."gid" = "t0"."parent" and "r1_portfolio"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r1_portfolio"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r1_portfolio"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0 and (w.hides & 4) = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0)))))
or exists (
  select 1
  from "goals" as "r2_goal"
  where "r2_goal"."gid" = "t0"."parent" and "r2_goal"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "r2_goal"."workspace" and w.is_active = 1 and (w.is_service = 1 or (exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind = 3 and "g"."principal" = $1
      limit 1 offset 0)
    or exists (
      select 1
      from access_grants g
      where g.object = "r2_goal"."gid" and g.level >= 1 and g.workspace = w.workspace and g.kind < 3 and ((g.kind = 1 and ("g"."principal" = 1 or ("g"."principal" = 2 and w.is_guest = 0) or ("g"."principal" = 3 and w.is_admin = 1))) or (g.kind = 2
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "g"."principal" and tb."user" = $1 and tb.is_limited_access = 0 and te.deleted_at is null)))
      limit 1 offset 0))))));

-- 3 as task_stories.sql 6

-- 4 as project.sql 17
