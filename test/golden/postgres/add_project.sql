-- statements: 22

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as task.sql 7

-- 5 as create_task_in_project.sql 6

-- 6 as create_subtask.sql 5

-- 7 as move_task.sql 8

-- 8 as tasks_of_project.sql 4

-- 9
select "m"."project"
from "task_memberships" as "m" inner
join "projects" as "p" on "p"."gid" = "m"."project"
where "m"."task" = $1 and "p"."deleted_at" is null;

-- 10 as move_task.sql 8

-- 11 as create_task.sql 8

-- 12
select "rank" as rank
from "task_memberships"
where "section" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 13 as create_task.sql 10

-- 14 as create_task_in_project.sql 14

-- 15 as create_task.sql 12

-- 16 as move_task.sql 16

-- 17 as create_task.sql 16

-- 18 as create_task.sql 18

-- 19 as create_subtask.sql 17

-- 20 as create_task_in_project.sql 22

-- 21 as create_task.sql 19

-- 22 as create_task.sql 27
