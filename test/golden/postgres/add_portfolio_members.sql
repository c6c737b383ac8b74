-- statements: 41

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

-- 12 as task.sql 9

-- 13 as add_portfolio_members.sql 9

-- 14 as task.sql 10

-- 15 as create_project.sql 13

-- 16 as task.sql 11

-- 17 as instantiate_project.sql 21

-- 18 as delete_task.sql 11

-- 19 as task.sql 11

-- 20 as create_task.sql 18

-- 21 as delete_task.sql 13

-- 22 as delete_task.sql 14

-- 23 as task.sql 13

-- 24 as project.sql 8

-- 25 as create_task.sql 18

-- 26 as create_task.sql 19

-- 27 as project.sql 9

-- 28 as project.sql 9

-- 29 as task.sql 15

-- 30 as task.sql 16

-- 31 as task.sql 17

-- 32 as task.sql 17

-- 33 as task.sql 26

-- 34 as project.sql 20

-- 35 as task.sql 11

-- 36 as task.sql 11

-- 37 as task.sql 22

-- 38 as project.sql 16

-- 39 as my_task_list.sql 7

-- 40 as portfolio.sql 23

-- 41 as create_task.sql 27
