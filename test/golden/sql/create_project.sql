-- statements: 11

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3 as tasks_of_assignee.sql 3

-- 4 as my_task_list.sql 4

-- 5
insert into projects ("gid", "workspace", "name", "icon", "default_view", "default_access_level", "owner", "team", "minimum_access_level_for_customization", "minimum_access_level_for_sharing", "archived", "color", "privacy_setting", "start_on", "due_on", "notes", "html_notes", "completed", "completed_at", "completed_by", "created_at", "modified_at", "deleted_at", "deleted_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- 6
select "gid", "member", "access_level", "is_follower"
from "project_memberships"
where "project" = ?1 and "member" in (
  select value
  from json_each(?2));

-- 7
insert into project_memberships ("gid", "project", "member", "workspace", "access_level", "is_follower")
values (?, ?, ?, ?, ?, ?);

-- 8 as create_project.sql 6

-- 9
update project_memberships
set "access_level" = ?
where "project" = ? and "member" = ?;

-- 10
insert into sections ("gid", "project", "workspace", "name", "rank", "created_at")
values (?, ?, ?, ?, ?, ?);

-- 11
select json_array("t0"."gid", "t0"."name", "t0"."archived", "t0"."color", "t0"."icon", "t0"."created_at", "t0"."modified_at", "t0"."completed", "t0"."completed_at", (
  select json_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."completed_by" ), "t0"."default_view", "t0"."due_on", "t0"."start_on", "t0"."notes", ("t0"."privacy_setting" = 'public_to_workspace'), "t0"."privacy_setting", "t0"."default_access_level", "t0"."minimum_access_level_for_customization", "t0"."minimum_access_level_for_sharing", (
  select json_group_array(json_array("t1"."gid", "t1"."name"))
  from "project_memberships" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."member"
  where "l0"."project" = "t0"."gid"), (
  select json_group_array(json_array("t1"."gid", "t1"."name"))
  from "project_followers" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."member"
  where "l0"."project" = "t0"."gid"), (
  select json_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."owner" ), (
  select json_array("t1"."gid", "t1"."name")
  from "teams" as "t1"
  where "t1"."gid" = "t0"."team" and "t1"."deleted_at" is null
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = ?1 and w.workspace = "t1"."organization" and w.is_active = 1 and (exists (
      select 1
      from team_memberships m
      where m.team = "t1"."gid" and m."user" = ?1 ) or (w.is_guest = 0 and "t1"."visibility" <> 'secret') or w.is_admin = 1))), (
  select json_array("t1"."gid", "t1"."name")
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."workspace" ), "t0"."workspace") as "row"
from "projects" as t0
where "t0"."gid" = ?2;
