-- statements: 26

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as add_portfolio_item.sql 4

-- 5 as create_project.sql 3

-- 6 as create_portfolio.sql 6

-- 7 as create_portfolio.sql 7

-- 8
select i.item as gid, i.portfolio as above
from portfolio_items i
where "i"."portfolio" in (
  select value
  from json_each(?1)) and i.is_access_control_inherited = 1;

-- 9 as create_project.sql 11

-- 10 as instantiate_project.sql 18

-- 11 as create_portfolio.sql 10

-- 12 as task.sql 7

-- 13 as task.sql 8

-- 14 as task.sql 9

-- 15 as task.sql 10

-- 16 as project.sql 6

-- 17 as task.sql 9

-- 18 as project.sql 8

-- 19 as task.sql 12

-- 20 as task.sql 13

-- 21 as task.sql 19

-- 22 as delete_task.sql 8

-- 23 as delete_task.sql 9

-- 24 as delete_task.sql 10

-- 25 as comment.sql 12

-- 26 as create_section.sql 14
