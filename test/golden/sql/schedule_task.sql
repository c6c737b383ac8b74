-- statements: 25

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as task.sql 2

-- 4 as create_subtask.sql 4

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 11

-- 7 as task.sql 6

-- 8 as task.sql 7

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11 as task.sql 11

-- 12 as task.sql 12

-- 13 as task.sql 13

-- 14 as task.sql 4

-- 15 as task.sql 15

-- 16 as task.sql 4

-- 17 as task.sql 18

-- 18 as task.sql 10

-- 19 as complete_task.sql 20

-- 20 as create_subtask.sql 17

-- 21 as complete_task.sql 22

-- 22 as create_subtask.sql 19

-- 23 as create_subtask.sql 20

-- 24 as create_task.sql 22

-- 25 as create_task_in_project.sql 32
