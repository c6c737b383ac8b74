-- statements: 17

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as portfolio_items.sql 3

-- 4 as task.sql 7

-- 5
select *
from portfolios
where "gid" = $1 for no key update;

-- 6
select t.gid as gid, 'project' as item_type, t.workspace as workspace
from "projects" as t
where t.gid = $1
union all
select t.gid as gid, 'portfolio' as item_type, t.workspace as workspace
from "portfolios" as t
where t.gid = $1;

-- 7 as create_task.sql 8

-- 8
select "gid"
from "portfolio_items"
where "portfolio" = $1 and "item" = $2;

-- 9 as create_task.sql 8

-- 10
select "rank" as rank
from "portfolio_items"
where "portfolio" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 11
select count(*) as count
from portfolio_items i
where i.portfolio = $1;

-- 12
insert into portfolio_items ("gid", "portfolio", "item", "item_type", "workspace", "rank", "is_access_control_inherited", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- 13
select pg_advisory_xact_lock(object.gid * 16 + 10)
from unnest($1::bigint[]) as object (gid);

-- 14 as create_project.sql 13

-- 15 as create_task.sql 18

-- 16 as create_task.sql 19

-- 17 as create_task.sql 27
