-- statements: 6

-- 1 as tasks_of_assignee.sql 2

-- 2
insert into tags ("gid", "workspace", "name", "color", "notes", "created_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, $7);

-- 3
select json_build_array("t0"."gid", "t0"."name", "t0"."color", "t0"."notes", "t0"."created_at", (
  select coalesce(json_agg(json_build_array("t1"."gid", "t1"."name")), '[]'::json)
  from "tag_followers" as "l0"
  join "users" as "t1" on "t1"."gid" = "l0"."user"
  where "l0"."tag" = "t0"."gid"), (
  select json_build_array("t1"."gid", "t1"."name")
  from "workspaces" as "t1"
  where "t1"."gid" = "t0"."workspace" )) as "row"
from "tags" as t0
where "t0"."gid" = $1;

-- 4 as create_task.sql 14

-- 5 as create_task.sql 16

-- 6 as create_task.sql 17
