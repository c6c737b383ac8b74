-- statements: 5

-- 1 as task.sql 1

-- 2 as task.sql 5

-- 3
select t.gid, "t"."gid"
from "project_memberships" as t
where "t"."project" = ?1
order by "t"."gid"
limit cast(?2 as integer);

-- 4
select json_group_array(json_array("t0"."gid", "t0"."member", "t0"."access_level")) as "row"
from "project_memberships" as t0
where "t0"."gid" in (
  select value
  from json_each(?1));

-- 5 as task.sql 9
