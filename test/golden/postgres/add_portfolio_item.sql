-- statements: 16

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3 as task.sql 5

-- 4
select *
from portfolios
where "gid" = $1 for no key update;

-- 5
select t.gid as gid, 'project' as item_type, t.workspace as workspace
from "projects" as t
where t.gid = $1
union all
select t.gid as gid, 'portfolio' as item_type, t.workspace as workspace
from "portfolios" as t
where t.gid = $1;

-- 6 as create_subtask.sql 5

-- 7
select "gid"
from "portfolio_items"
where "portfolio" = $1 and "item" = $2;

-- 8 as create_subtask.sql 5

-- 9
select "rank" as rank
from "portfolio_items"
where "portfolio" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 10
select count(*) as count
from portfolio_items i
where i.portfolio = $1;

-- 11
insert into portfolio_items ("gid", "portfolio", "item", "item_type", "workspace", "rank", "is_access_control_inherited", "created_at")
values ($1, $2, $3, $4, $5, $6, $7, $8);

-- 12
select pg_advisory_xact_lock(object.gid * 16 + 10)
from unnest($1::bigint[]) as object (gid);

-- 13 as create_project.sql 13

-- 14 as create_task.sql 16

-- 15 as create_task.sql 17

-- 16 as create_task.sql 25
