-- statements: 22

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as tasks_of_project.sql 3

-- 6 as create_task_in_project.sql 7

-- 7 as create_subtask.sql 6

-- 8 as move_task.sql 9

-- 9 as tasks_of_project.sql 4

-- 10
select "m"."project"
from "task_memberships" as "m" inner
join "projects" as "p" on "p"."gid" = "m"."project"
where "m"."task" = $1 and "p"."deleted_at" is null;

-- 11 as move_task.sql 9

-- 12 as create_task.sql 9

-- 13
select "rank" as rank
from "task_memberships"
where "section" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 14 as create_task.sql 11

-- 15 as create_task_in_project.sql 14

-- 16 as create_task.sql 13

-- 17 as move_task.sql 17

-- 18 as create_task.sql 24

-- 19 as create_task.sql 25

-- 20 as create_subtask.sql 27

-- 21 as create_task.sql 26

-- 22 as create_task.sql 27
