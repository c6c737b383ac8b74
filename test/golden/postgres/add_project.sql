-- statements: 21

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task.sql 5

-- 4 as create_task_in_project.sql 5

-- 5 as create_subtask.sql 4

-- 6 as move_task.sql 7

-- 7 as tasks_of_project.sql 3

-- 8
select "m"."project"
from "task_memberships" as "m" inner
join "projects" as "p" on "p"."gid" = "m"."project"
where "m"."task" = $1 and "p"."deleted_at" is null;

-- 9 as move_task.sql 7

-- 10 as create_subtask.sql 5

-- 11
select "rank" as rank
from "task_memberships"
where "section" = $1 and rank < $2
order by "rank" desc
limit 1;

-- 12
insert into task_memberships ("task", "project", "section", "workspace", "rank")
values ($1, $2, $3, $4, $5);

-- 13 as create_task_in_project.sql 12

-- 14 as create_task.sql 10

-- 15 as move_task.sql 15

-- 16 as create_task.sql 14

-- 17 as create_task.sql 16

-- 18 as create_subtask.sql 16

-- 19 as create_task_in_project.sql 20

-- 20 as create_task.sql 17

-- 21 as create_task.sql 25
