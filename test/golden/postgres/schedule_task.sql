-- statements: 32

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 5

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 13

-- 7 as task.sql 8

-- 8 as task.sql 9

-- 9 as task.sql 10

-- 10 as task.sql 10

-- 11 as task.sql 12

-- 12 as task.sql 14

-- 13 as task.sql 15

-- 14 as task.sql 16

-- 15 as task.sql 16

-- 16 as task.sql 18

-- 17 as task.sql 6

-- 18 as task.sql 6

-- 19 as task.sql 21

-- 20 as task.sql 6

-- 21 as task.sql 6

-- 22 as task.sql 25

-- 23 as task.sql 26

-- 24 as task.sql 13

-- 25 as complete_task.sql 26

-- 26 as create_subtask.sql 22

-- 27 as complete_task.sql 28

-- 28 as create_subtask.sql 24

-- 29 as create_task.sql 24

-- 30 as create_subtask.sql 26

-- 31 as create_task.sql 25

-- 32 as create_task.sql 26
