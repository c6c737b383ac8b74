-- statements: 33

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as create_subtask.sql 5

-- 6 as complete_task.sql 6

-- 7 as create_task.sql 13

-- 8 as task.sql 5

-- 9 as task.sql 6

-- 10 as task.sql 7

-- 11 as task.sql 7

-- 12 as task.sql 9

-- 13 as task.sql 11

-- 14 as task.sql 12

-- 15 as task.sql 13

-- 16 as task.sql 13

-- 17 as task.sql 15

-- 18 as task.sql 16

-- 19 as task.sql 16

-- 20 as task.sql 18

-- 21 as task.sql 16

-- 22 as task.sql 16

-- 23 as task.sql 22

-- 24 as task.sql 23

-- 25 as task.sql 10

-- 26 as complete_task.sql 27

-- 27 as create_subtask.sql 22

-- 28 as complete_task.sql 29

-- 29 as create_subtask.sql 24

-- 30 as create_task.sql 24

-- 31 as create_subtask.sql 26

-- 32 as create_task.sql 25

-- 33 as create_task.sql 26
