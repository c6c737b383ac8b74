-- statements: 32

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as add_portfolio_item.sql 4

-- 5 as create_project.sql 3

-- 6 as create_portfolio.sql 6

-- 7 as create_portfolio.sql 7

-- 8 as create_portfolio.sql 8

-- 9 as task.sql 6

-- 10 as task.sql 7

-- 11
select i.item as gid, i.portfolio as above
from portfolio_items i
where "i"."portfolio" in (
  select value
  from json_each(?1)) and i.is_access_control_inherited = 1;

-- 12 as create_project.sql 14

-- 13 as instantiate_project.sql 18

-- 14 as task.sql 8

-- 15 as task.sql 9

-- 16 as project.sql 6

-- 17 as project.sql 7

-- 18 as task.sql 11

-- 19 as task.sql 12

-- 20 as task.sql 18

-- 21 as project.sql 15

-- 22 as task.sql 8

-- 23 as project.sql 17

-- 24 as project.sql 12

-- 25 as my_task_list.sql 6

-- 26 as portfolio.sql 17

-- 27 as delete_task.sql 8

-- 28 as delete_task.sql 9

-- 29 as delete_task.sql 10

-- 30 as assign_task.sql 32

-- 31 as create_section.sql 13

-- 32 as create_task.sql 25
