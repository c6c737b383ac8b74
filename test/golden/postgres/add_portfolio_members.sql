-- statements: 36

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

-- 11 as task.sql 6

-- 12 as add_portfolio_members.sql 8

-- 13 as task.sql 7

-- 14 as create_project.sql 13

-- 15 as task.sql 8

-- 16 as instantiate_project.sql 20

-- 17 as delete_task.sql 10

-- 18 as create_task.sql 16

-- 19 as delete_task.sql 12

-- 20 as task.sql 9

-- 21 as delete_task.sql 13

-- 22 as project.sql 6

-- 23 as project.sql 7

-- 24 as create_task.sql 16

-- 25 as create_task.sql 17

-- 26 as task.sql 11

-- 27 as task_stories.sql 6

-- 28 as task.sql 12

-- 29 as task.sql 18

-- 30 as project.sql 15

-- 31 as task.sql 8

-- 32 as project.sql 17

-- 33 as project.sql 12

-- 34 as my_task_list.sql 6

-- 35 as portfolio.sql 17

-- 36 as create_task.sql 25
