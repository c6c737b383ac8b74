-- statements: 28

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as add_portfolio_item.sql 4

-- 5 as create_project.sql 3

-- 6 as create_portfolio.sql 6

-- 7 as create_portfolio.sql 7

-- 8 as create_portfolio.sql 8

-- 9 as task.sql 10

-- 10 as project.sql 6

-- 11
select i.item as gid, i.portfolio as above
from portfolio_items i
where "i"."portfolio" in (
  select value
  from json_each(?1)) and i.is_access_control_inherited = 1;

-- 12 as create_project.sql 14

-- 13 as instantiate_project.sql 18

-- 14 as project.sql 7

-- 15 as project.sql 7

-- 16 as task.sql 19

-- 17 as project.sql 15

-- 18 as task.sql 9

-- 19 as task.sql 16

-- 20 as project.sql 12

-- 21 as project.sql 19

-- 22 as project.sql 20

-- 23 as task.sql 12

-- 24 as delete_task.sql 8

-- 25 as delete_task.sql 9

-- 26 as delete_task.sql 10

-- 27 as comment.sql 12

-- 28 as create_section.sql 15
