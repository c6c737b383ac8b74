-- statements: 40

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
where "i"."portfolio" = any($1) and i.is_access_control_inherited = 1;

-- 9 as create_portfolio.sql 9

-- 10 as add_portfolio_item.sql 12

-- 11 as task.sql 7

-- 12 as add_portfolio_members.sql 8

-- 13 as task.sql 8

-- 14 as create_project.sql 12

-- 15 as task.sql 9

-- 16 as instantiate_project.sql 20

-- 17 as delete_task.sql 10

-- 18 as task.sql 9

-- 19 as create_task.sql 17

-- 20 as delete_task.sql 12

-- 21 as delete_task.sql 13

-- 22 as task.sql 11

-- 23 as project.sql 7

-- 24 as create_task.sql 17

-- 25 as create_task.sql 18

-- 26 as project.sql 8

-- 27 as project.sql 8

-- 28 as task.sql 13

-- 29 as project.sql 11

-- 30 as task.sql 14

-- 31 as task.sql 14

-- 32 as task.sql 20

-- 33 as project.sql 19

-- 34 as task.sql 9

-- 35 as task.sql 9

-- 36 as task.sql 17

-- 37 as project.sql 15

-- 38 as my_task_list.sql 6

-- 39 as portfolio.sql 19

-- 40 as create_task.sql 26
