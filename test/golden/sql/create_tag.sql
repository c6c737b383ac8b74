-- statements: 9

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
insert into tags ("gid", "workspace", "name", "color", "notes", "created_at", "deleted_at")
values (?, ?, ?, ?, ?, ?, ?);

-- 4
select json_array("t0"."gid", "t0"."name", "t0"."color", "t0"."notes", "t0"."created_at", (
  select json_group_array("l0"."user")
  from "tag_followers" as "l0"
  where "l0"."tag" = "t0"."gid"), "t0"."workspace") as "row"
from "tags" as t0
where "t0"."gid" = ?1;

-- 5 as task.sql 18

-- 6 as create_project.sql 21

-- 7 as assign_task.sql 32

-- 8
insert into streams (resource, change)
values (?, ?);

-- 9 as create_task.sql 25
