-- statements: 13

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3 as task.sql 5

-- 4
select *
from portfolios
where "gid" = ?;

-- 5
select t.gid as gid, 'project' as item_type, t.workspace as workspace
from "projects" as t
where t.gid = ?1
union all
select t.gid as gid, 'portfolio' as item_type, t.workspace as workspace
from "portfolios" as t
where t.gid = ?1;

-- 6
select "gid"
from "portfolio_items"
where "portfolio" = ?1 and "item" = ?2;

-- 7
select "rank" as rank
from "portfolio_items"
where "portfolio" = ?1 and rank < ?2
order by "rank" desc
limit 1;

-- 8
select count(*) as count
from portfolio_items i
where i.portfolio = ?1;

-- 9
insert into portfolio_items ("gid", "portfolio", "item", "item_type", "workspace", "rank", "is_access_control_inherited", "created_at")
values (?, ?, ?, ?, ?, ?, ?, ?);

-- 10 as create_project.sql 14

-- 11 as assign_task.sql 32

-- 12 as create_section.sql 13

-- 13 as create_task.sql 25
