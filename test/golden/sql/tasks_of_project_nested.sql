-- statements: 5

-- 1 as task.sql 1

-- 2 as tasks_of_project.sql 2

-- 3 as tasks_of_project.sql 3

-- 4 as tasks_of_project.sql 4

-- 5
select json_group_array(json_array("t0"."gid", "t0"."name", "t0"."completed", "t0"."due_on", (
  select count(*)
  from tasks x
  where x.parent = "t0"."gid" and x.deleted_at is null), (
  select json_array("t1"."gid", "t1"."name", "t1"."email")
  from "users" as "t1"
  where "t1"."gid" = "t0"."assignee" ), (
  select json_group_array(json_array("t1"."gid", "t1"."name"))
  from "task_followers" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."user"
  where "l0"."task" = "t0"."gid"), (
  select json_group_array(json_array((
    select json_array("t2"."gid", "t2"."name")
    from "sections" as "t2"
    where "t2"."gid" = "t1"."section" )))
  from "task_memberships" as "t1"
  join "projects" as "g0" on "g0"."gid" = "t1"."project" and "g0"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "g0"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "g0"."privacy_setting" = 'public_to_workspace' and "g0"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "g0"."gid" and m.member = ?1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("g0"."privacy_setting" <> 'private' and "g0"."team" is not null and "g0"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "g0"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "g0"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))
  where "t1"."task" = "t0"."gid"), (
  select json_array("t1"."gid", "t1"."name", (
    select json_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."assignee" ))
  from "tasks" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t1"."assignee" = ?1
    or exists (
      select 1
      from task_followers f
      where f.task = "t1"."gid" and f."user" = ?1)
    or exists (
      select 1
      from task_memberships tm
      join projects p on p.gid = tm.project
      where tm.task = "t1"."gid" and p.deleted_at is null
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
          where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) or ("t1"."parent" is not null
    and exists (
      with recursive up (gid) as (
        select "t1"."parent"
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
        where tm.task = "a"."gid" and p.deleted_at is null
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
            where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))), (
  select json_group_array(json_array("t1"."gid", "t1"."name"))
  from "task_memberships" as "l0"
  join "projects" as "t1" on "t1"."gid" = "l0"."project" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "t1"."privacy_setting" = 'public_to_workspace' and "t1"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
    or exists (
      select 1
      from project_memberships m
      where m.project = "t1"."gid" and m.member = ?1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t1"."privacy_setting" <> 'private' and "t1"."team" is not null and "t1"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
    and exists (
      select 1
      from team_memberships tb
      join teams te on te.gid = tb.team
      where tb.team = "t1"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
    or exists (
      select 1
      from project_memberships m
      join team_memberships tb on tb.team = m.member
      join teams te on te.gid = tb.team
      where m.project = "t1"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))
  where "l0"."task" = "t0"."gid"), (
  select json_group_array(json_array("t1"."gid", "t1"."name", "t1"."color"))
  from "task_tags" as "l0"
  join "tags" as "t1" on "t1"."gid" = "l0"."tag" and "t1"."deleted_at" is null
  where "l0"."task" = "t0"."gid"), "t0"."workspace")) as "row"
from "tasks" as t0
where "t0"."gid" in (
  select value
  from json_each(?2));
