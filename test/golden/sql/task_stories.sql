-- statements: 4

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3
select t.gid as gid, "t"."gid" as "k0"
from "stories" as t
where "t"."target" = ?1 and t.deleted_at is null
order by "t"."gid"
limit ?2;

-- 4
select json_array("t0"."gid", "t0"."created_at", (
  select json_array("t1"."gid", "t1"."name")
  from "users" as "t1"
  where "t1"."gid" = "t0"."created_by" ), "t0"."resource_subtype", "t0"."text", "t0"."type") as "row"
from "stories" as t0
where "t0"."gid" = ?1;
