-- statements: 5

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3
select t.gid, "l"."gid"
from "portfolio_user_memberships" as l
join "portfolio_memberships" as t on t.gid = "l"."gid"
where "l"."portfolio" = ?1
order by "l"."gid"
limit cast(?2 as integer);

-- 4
select json_group_array(json_array("t0"."gid", "t0"."member", "t0"."access_level")) as "row"
from "portfolio_memberships" as t0
where "t0"."gid" in (
  select value
  from json_each(?1));

-- 5 as task.sql 9
