-- statements: 37

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as portfolio_items.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as add_portfolio_item.sql 5

-- 6 as create_project.sql 4

-- 7 as create_portfolio.sql 7

-- 8 as create_portfolio.sql 8

-- 9
select i.item as gid, i.portfolio as above
from portfolio_items i
where "i"."portfolio" = any($1) and i.is_access_control_inherited = 1;

-- 10 as create_portfolio.sql 10

-- 11 as add_portfolio_item.sql 13

-- 12 as task.sql 8

-- 13 as add_portfolio_members.sql 9

-- 14 as task.sql 9

-- 15 as create_project.sql 13

-- 16 as task.sql 10

-- 17 as instantiate_project.sql 21

-- 18 as delete_task.sql 11

-- 19 as create_task.sql 18

-- 20 as delete_task.sql 13

-- 21 as task.sql 11

-- 22 as delete_task.sql 14

-- 23 as project.sql 7

-- 24 as project.sql 8

-- 25 as create_task.sql 18

-- 26 as create_task.sql 19

-- 27 as task.sql 13

-- 28 as task.sql 14

-- 29 as task.sql 15

-- 30 as task.sql 21

-- 31 as project.sql 16

-- 32 as task.sql 10

-- 33 as task.sql 22

-- 34 as project.sql 13

-- 35 as my_task_list.sql 7

-- 36 as portfolio.sql 19

-- 37 as create_task.sql 27
