-- statements: 18

-- 1 as task_dependencies.sql 1

-- 2 as tasks_of_project.sql 1

-- 3 as create_task_in_project.sql 4

-- 4 as create_subtask.sql 3

-- 5 as move_task.sql 6

-- 6 as tasks_of_project.sql 2

-- 7
select "m"."project"
from "task_memberships" as "m" inner
join "projects" as "p" on "p"."gid" = "m"."project"
where "m"."task" = $1 and "p"."deleted_at" is null;

-- 8 as move_task.sql 6

-- 9 as create_task.sql 6

-- 10
select "rank" as rank
from "task_memberships"
where "section" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 11 as create_task.sql 8

-- 12 as create_task_in_project.sql 11

-- 13 as create_task.sql 10

-- 14 as move_task.sql 14

-- 15 as create_task.sql 13

-- 16 as create_task.sql 14

-- 17 as create_subtask.sql 14

-- 18 as create_task.sql 15
