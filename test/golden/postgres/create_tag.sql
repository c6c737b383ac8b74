-- statements: 10

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as tasks_of_assignee.sql 4

-- 4
insert into tags ("gid", "workspace", "name", "color", "notes", "created_at", "deleted_at")
values ($1, $2, $3, $4, $5, $6, $7);

-- 5
select json_build_array("t0"."gid", "t0"."name", "t0"."color", "t0"."notes", "t0"."created_at", (
  select coalesce(json_agg("l0"."user"), '[]'::json)
  from "tag_followers" as "l0"
  where "l0"."tag" = "t0"."gid"), "t0"."workspace") as "row"
from "tags" as t0
where "t0"."gid" = $1;

-- 6 as create_project.sql 23

-- 7 as create_task.sql 18

-- 8 as create_task.sql 19

-- 9 as task.sql 21

-- 10 as create_task.sql 27
