-- statements: 34

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as portfolio_items.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as add_portfolio_item.sql 5

-- 6 as create_project.sql 4

-- 7 as create_portfolio.sql 7

-- 8 as create_portfolio.sql 8

-- 9 as create_portfolio.sql 9

-- 10 as task.sql 13

-- 11 as project.sql 8

-- 12
select i.item as gid, i.portfolio as above
from portfolio_items i
where "i"."portfolio" = any($1) and i.is_access_control_inherited = 1;

-- 13 as add_portfolio_item.sql 13

-- 14 as add_portfolio_members.sql 12

-- 15 as create_project.sql 15

-- 16
insert into "access_grants" ("object", "kind", "principal", "level", "workspace")
select (e ->> 0)::bigint, (e ->> 1)::bigint, (e ->> 2)::bigint, (e ->> 3)::bigint, (e ->> 4)::bigint
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 17 as project.sql 9

-- 18 as project.sql 9

-- 19 as task.sql 26

-- 20 as project.sql 20

-- 21 as task.sql 11

-- 22 as task.sql 11

-- 23 as task.sql 22

-- 24 as project.sql 16

-- 25 as project.sql 25

-- 26 as project.sql 26

-- 27 as task.sql 15

-- 28 as delete_task.sql 11

-- 29 as create_task.sql 25

-- 30 as delete_task.sql 13

-- 31 as delete_task.sql 14

-- 32 as create_task.sql 25

-- 33 as create_task.sql 26

-- 34 as create_task.sql 27
