-- statements: 9

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
insert into tags ("gid", "workspace", "name", "color", "notes", "created_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, $7);

-- 4
select json_build_array("t0"."gid", "t0"."name", "t0"."color", "t0"."notes", "t0"."created_at", (
  select coalesce(json_agg("l0"."user"), '[]'::json)
  from "tag_followers" as "l0"
  where "l0"."tag" = "t0"."gid"), "t0"."workspace") as "row"
from "tags" as t0
where "t0"."gid" = $1;

-- 5 as create_project.sql 22

-- 6 as create_task.sql 16

-- 7 as create_task.sql 17

-- 8 as task.sql 18

-- 9 as create_task.sql 25
