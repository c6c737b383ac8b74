-- statements: 5

-- 1 as tasks_of_assignee.sql 1

-- 2 as tasks_of_assignee.sql 2

-- 3 as custom_fields_of_workspace.sql 2

-- 4
select l.gid as gid, l.workspace as workspace, s.gid as section
from user_task_lists l
join sections s on s.project = l.gid
where l.owner = $1 and l.workspace = $2
order by s.rank
limit 1;

-- 5
select json_build_array("t0"."gid", "t0"."name", (
  select json_build_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."owner" ), (
  select json_build_array("t1"."gid", "t1"."name")
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."workspace"
  and exists (
    select 1
    from workspace_memberships w
    where w."user" = $1 and w.workspace = "t1"."gid" and w.is_active = 1 and (w.is_service = 1 or 1 = 1)))) as "row"
from "user_task_lists" as t0
where "t0"."gid" = $2;
