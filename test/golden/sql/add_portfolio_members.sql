-- statements: 33

-- 1 as task.sql 1

-- 2 as portfolio_items.sql 2

-- 3 as tasks_of_assignee.sql 2

-- 4 as add_portfolio_item.sql 4

-- 5 as create_project.sql 3

-- 6 as create_portfolio.sql 6

-- 7 as create_portfolio.sql 7

-- 8 as create_portfolio.sql 8

-- 9 as task.sql 7

-- 10 as task.sql 8

-- 11
select i.item as gid, i.portfolio as above
from portfolio_items i
where "i"."portfolio" in (
  select value
  from json_each(?1)) and i.is_access_control_inherited = 1;

-- 12 as create_project.sql 14

-- 13 as instantiate_project.sql 18

-- 14 as task.sql 9

-- 15 as task.sql 10

-- 16 as project.sql 6

-- 17 as project.sql 7

-- 18 as project.sql 7

-- 19 as task.sql 12

-- 20 as task.sql 13

-- 21 as task.sql 19

-- 22 as project.sql 15

-- 23 as task.sql 9

-- 24 as task.sql 16

-- 25 as project.sql 12

-- 26 as my_task_list.sql 6

-- 27 as portfolio.sql 17

-- 28 as delete_task.sql 8

-- 29 as delete_task.sql 9

-- 30 as delete_task.sql 10

-- 31 as assign_task.sql 32

-- 32 as create_section.sql 14

-- 33 as create_task.sql 25
