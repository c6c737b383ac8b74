-- statements: 41

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as portfolio_items.sql 3

-- 4 as tasks_of_assignee.sql 3

-- 5 as add_portfolio_item.sql 5

-- 6 as create_project.sql 4

-- 7 as create_portfolio.sql 7

-- 8 as create_portfolio.sql 8

-- 9 as create_portfolio.sql 9

-- 10 as task.sql 9

-- 11 as task.sql 10

-- 12
select i.item as gid, i.portfolio as above
from portfolio_items i
where "i"."portfolio" = any($1) and i.is_access_control_inherited = 1;

-- 13 as add_portfolio_item.sql 13

-- 14 as add_portfolio_members.sql 12

-- 15 as create_project.sql 15

-- 16 as instantiate_project.sql 20

-- 17 as task.sql 11

-- 18 as task.sql 11

-- 19 as task.sql 13

-- 20 as project.sql 8

-- 21 as project.sql 9

-- 22 as project.sql 9

-- 23 as task.sql 15

-- 24 as task.sql 16

-- 25 as task.sql 17

-- 26 as task.sql 17

-- 27 as task.sql 26

-- 28 as project.sql 20

-- 29 as task.sql 11

-- 30 as task.sql 11

-- 31 as task.sql 22

-- 32 as project.sql 16

-- 33 as my_task_list.sql 7

-- 34 as portfolio.sql 23

-- 35 as delete_task.sql 11

-- 36 as create_task.sql 25

-- 37 as delete_task.sql 13

-- 38 as delete_task.sql 14

-- 39 as create_task.sql 25

-- 40 as create_task.sql 26

-- 41 as create_task.sql 27
