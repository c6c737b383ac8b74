-- statements: 8

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as tasks_of_project.sql 2

-- 4
select l.owner as owner
from user_task_lists l
where l.gid = ?1;

-- 5
select s.change as gid, c.at as at
from streams s
join changes c on c.gid = s.change
where s.resource = ?1 and s.change > ?2
order by s.change
limit cast(?3 as integer);

-- 6
select json_group_array(json_array("t0"."gid", "t0"."at", "t0"."resource_type", "t0"."action", case when "t0"."parent" is not null then coalesce(case "t0"."parent_type" when 'task' then (
  select json_array('task', json_array("t1"."gid", "t1"."name", "t1"."resource_subtype"))
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
            where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) when 'project' then (
  select json_array('project', json_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
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
      where m.project = "t1"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))) when 'section' then (
  select json_array('section', json_array("t1"."gid", "t1"."name"))
  from "sections" as "t1"
  where "t1"."gid" = "t0"."parent" and ( exists (
    select 1
    from user_task_lists l
    where l.gid = "t1"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = ?1)))
  or exists (
    select 1
    from projects p
    where p.gid = "t1"."project" and p.deleted_at is null
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
        where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))) when 'tag' then (
  select json_array('tag', json_array("t1"."gid", "t1"."name"))
  from "tags" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null) when 'user_task_list' then (
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
  where "t1"."gid" = "t0"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("t1"."owner" = ?1 or "t1"."owner" in (
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
      where a."user" = ?1 and x.deleted_at is null))))) when 'team' then (
  select json_array('team', json_array("t1"."gid", "t1"."name"))
  from "teams" as "t1"
  where "t1"."gid" = "t0"."parent" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "t1"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and "t1"."visibility" <> 'secret') or w.is_admin = 1))) when 'workspace' then (
  select json_array('workspace', json_array("t1"."gid", "t1"."name"))
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."parent"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))) end, json_array('', json_array("t0"."parent", "t0"."parent_type", null))) end, "t0"."resource", "t0"."field", "t0"."change_action", "t0"."value_type", "t0"."value", "t0"."new_value", (
  select json_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."user" and ("t1"."gid" = ?1
  or exists (
    select 1
    from workspace_memberships a
    join workspace_memberships b on b.workspace = a.workspace
    where a."user" = "t1"."gid" and b."user" = ?1 and b.is_active = 1 and (b.is_guest = 0 or ("t1"."gid" = ?1 or "t1"."gid" in (
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
      where a."user" = ?1 and x.deleted_at is null)))))), case when "t0"."resource" is not null then coalesce(case "t0"."resource_type" when 'task' then (
  select json_array('task', json_array("t1"."gid", "t1"."name", "t1"."resource_subtype"))
  from "tasks" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
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
            where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) when 'story' then (
  select json_array('story', json_array("t1"."gid", "t1"."created_at", (
    select json_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."created_by" ), "t1"."resource_subtype", "t1"."type", "t1"."text", "t1"."html_text", case when "t1"."resource_subtype" <> 'notes_changed' then "t1"."detail" end, "t1"."created_by"))
  from "stories" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
  and exists (
    select 1
    from "tasks" as r
    where r.gid = "t1"."target" and r.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "r"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "r"."assignee" = ?1
      or exists (
        select 1
        from task_followers f
        where f.task = "r"."gid" and f."user" = ?1)
      or exists (
        select 1
        from task_memberships tm
        join projects p on p.gid = tm.project
        where tm.task = "r"."gid" and p.deleted_at is null
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
            where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) or ("r"."parent" is not null
      and exists (
        with recursive up (gid) as (
          select "r"."parent"
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
              where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))))))))) when 'project' then (
  select json_array('project', json_array("t1"."gid", "t1"."name"))
  from "projects" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
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
      where m.project = "t1"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))) when 'section' then (
  select json_array('section', json_array("t1"."gid", "t1"."name"))
  from "sections" as "t1"
  where "t1"."gid" = "t0"."resource" and ( exists (
    select 1
    from user_task_lists l
    where l.gid = "t1"."project"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = ?1)))
  or exists (
    select 1
    from projects p
    where p.gid = "t1"."project" and p.deleted_at is null
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
        where m.project = "p"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))) when 'tag' then (
  select json_array('tag', json_array("t1"."gid", "t1"."name"))
  from "tags" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null) when 'project_membership' then (
  select json_array('project_membership', json_array("t1"."gid", coalesce((
    select json_array('user', json_array("t2"."gid", "t2"."name"))
    from "users" as "t2"
    where "t2"."gid" = "t1"."member" ), (
    select json_array('team', json_array("t2"."gid", "t2"."name"))
    from "teams" as "t2"
    where "t2"."gid" = "t1"."member" and "t2"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "t2"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "t2"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and "t2"."visibility" <> 'secret') or w.is_admin = 1)))), "t1"."access_level"))
  from "project_memberships" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from "projects" as r
    where r.gid = "t1"."project" and r.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "r"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "r"."privacy_setting" = 'public_to_workspace' and "r"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
      or exists (
        select 1
        from project_memberships m
        where m.project = "r"."gid" and m.member = ?1 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("r"."privacy_setting" <> 'private' and "r"."team" is not null and "r"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
      and exists (
        select 1
        from team_memberships tb
        join teams te on te.gid = tb.team
        where tb.team = "r"."team" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null))
      or exists (
        select 1
        from project_memberships m
        join team_memberships tb on tb.team = m.member
        join teams te on te.gid = tb.team
        where m.project = "r"."gid" and tb."user" = ?1 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) when 'team' then (
  select json_array('team', json_array("t1"."gid", "t1"."name"))
  from "teams" as "t1"
  where "t1"."gid" = "t0"."resource" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."organization" and w.is_active = 1 and (w.is_service = 1
    or exists (
      select 1
      from team_memberships m
      where m.team = "t1"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and "t1"."visibility" <> 'secret') or w.is_admin = 1))) when 'team_membership' then (
  select json_array('team_membership', json_array("t1"."gid", (
    select json_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."user" ), (
    select json_array("t2"."gid", "t2"."name")
    from "teams" as "t2"
    where "t2"."gid" = "t1"."team" and "t2"."deleted_at" is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "t2"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "t2"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and "t2"."visibility" <> 'secret') or w.is_admin = 1))), case when exists (
    select 1
    from workspace_memberships x
    where x."user" = "t1"."user" and x.workspace = "t1"."workspace" and x.is_guest = 1) then 1 else 0 end, "t1"."is_limited_access", "t1"."is_admin"))
  from "team_memberships" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from "teams" as r
    where r.gid = "t1"."team" and r.deleted_at is null
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "r"."organization" and w.is_active = 1 and (w.is_service = 1
      or exists (
        select 1
        from team_memberships m
        where m.team = "r"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and "r"."visibility" <> 'secret') or w.is_admin = 1)))) when 'workspace' then (
  select json_array('workspace', json_array("t1"."gid", "t1"."name"))
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1))) when 'workspace_membership' then (
  select json_array('workspace_membership', json_array("t1"."gid", (
    select json_array("t2"."gid", "t2"."name")
    from "users" as "t2"
    where "t2"."gid" = "t1"."user" ), (
    select json_array("t2"."gid", "t2"."name")
    from "workspaces" as "t2"
    where "t2"."gid" = "t1"."workspace"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?1 and w.workspace = "t2"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)))))
  from "workspace_memberships" as "t1"
  where "t1"."gid" = "t0"."resource"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."workspace" and w.is_active = 1 and (w.is_service = 1 or w.is_guest = 0 or ("t1"."user" = ?1 or "t1"."user" in (
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
      where a."user" = ?1 and x.deleted_at is null))))) end, json_array('', json_array("t0"."resource", "t0"."resource_type", "t0"."resource_subtype"))) end)) as "row"
from "changes" as t0
where "t0"."gid" in (
  select value
  from json_each(?2));

-- 7
select t.gid as gid, 'user' as type, t.name as name, cast(null as text) as subtype
from "users" as t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid as gid, 'task' as type, t.name as name, t.resource_subtype as subtype
from "tasks" as t
where "t"."gid" in (
  select value
  from json_each(?1)) and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or ( "t"."assignee" = ?2
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
        where m.project = "p"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))) or ("t"."parent" is not null
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
          where m.project = "p"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) is true
union all
select t.gid as gid, 'project' as type, t.name as name, cast(null as text) as subtype
from "projects" as t
where "t"."gid" in (
  select value
  from json_each(?1)) and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or (w.is_guest = 0 and "t"."privacy_setting" = 'public_to_workspace' and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin'))
  or exists (
    select 1
    from project_memberships m
    where m.project = "t"."gid" and m.member = ?2 and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')) or ("t"."privacy_setting" <> 'private' and "t"."team" is not null and "t"."default_access_level" in ('viewer', 'commenter', 'editor', 'admin')
  and exists (
    select 1
    from team_memberships tb
    join teams te on te.gid = tb.team
    where tb.team = "t"."team" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null))
  or exists (
    select 1
    from project_memberships m
    join team_memberships tb on tb.team = m.member
    join teams te on te.gid = tb.team
    where m.project = "t"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))) is true
union all
select t.gid as gid, 'team' as type, t.name as name, cast(null as text) as subtype
from "teams" as t
where "t"."gid" in (
  select value
  from json_each(?1)) and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?2 and w.workspace = "t"."organization" and w.is_active = 1 and (w.is_service = 1
  or exists (
    select 1
    from team_memberships m
    where m.team = "t"."gid" and m."user" = ?2 ) or (w.is_guest = 0 and "t"."visibility" <> 'secret') or w.is_admin = 1))) is true
union all
select t.gid as gid, 'tag' as type, t.name as name, cast(null as text) as subtype
from "tags" as t
where "t"."gid" in (
  select value
  from json_each(?1)) and t.deleted_at is null
union all
select t.gid as gid, 'custom_field' as type, t.name as name, t.resource_subtype as subtype
from "custom_fields" as t
where "t"."gid" in (
  select value
  from json_each(?1)) and t.deleted_at is null and (exists (
  select 1
  from workspace_memberships w
  where w."user" = ?2 and w.workspace = "t"."workspace" and w.is_active = 1 and (w.is_service = 1 or "t"."created_by" = ?2 or w.is_admin = 1 or (("t"."privacy_setting" = 'public_with_guests' or ("t"."privacy_setting" = 'public' and w.is_guest = 0)) and ("t"."home" is null or ( exists (
    select 1
    from user_task_lists l
    where l.gid = "t"."home"
    and exists (
      select 1
      from workspace_memberships w
      where w."user" = ?2 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = ?2)))
  or exists (
    select 1
    from projects p
    where p.gid = "t"."home" and p.deleted_at is null
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
        where m.project = "p"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin'))))))))))) is true
union all
select t.gid as gid, 'enum_option' as type, t.name as name, cast(null as text) as subtype
from "enum_options" as t
where "t"."gid" in (
  select value
  from json_each(?1)) and (exists (
  select 1
  from "custom_fields" as r
  where r.gid = "t"."custom_field" and r.deleted_at is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?2 and w.workspace = "r"."workspace" and w.is_active = 1 and (w.is_service = 1 or "r"."created_by" = ?2 or w.is_admin = 1 or (("r"."privacy_setting" = 'public_with_guests' or ("r"."privacy_setting" = 'public' and w.is_guest = 0)) and ("r"."home" is null or ( exists (
      select 1
      from user_task_lists l
      where l.gid = "r"."home"
      and exists (
        select 1
        from workspace_memberships w
        where w."user" = ?2 and w.workspace = "l"."workspace" and w.is_active = 1 and (w.is_service = 1 or l.owner = ?2)))
    or exists (
      select 1
      from projects p
      where p.gid = "r"."home" and p.deleted_at is null
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
          where m.project = "p"."gid" and tb."user" = ?2 and tb.is_limited_access = 0 and te.deleted_at is null and "m"."access_level" in ('viewer', 'commenter', 'editor', 'admin')))))))))))) is true;

-- 8 as task_stories.sql 5
