-- statements: 32

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 5

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 13

-- 7 as task.sql 9

-- 8 as task.sql 10

-- 9 as task.sql 11

-- 10 as task.sql 11

-- 11 as task.sql 13

-- 12 as task.sql 15

-- 13 as task.sql 16

-- 14 as task.sql 17

-- 15 as task.sql 17

-- 16 as task.sql 19

-- 17 as task.sql 7

-- 18 as task.sql 7

-- 19 as task.sql 22

-- 20 as task.sql 7

-- 21 as task.sql 7

-- 22 as task.sql 26

-- 23 as task.sql 27

-- 24 as task.sql 14

-- 25 as complete_task.sql 26

-- 26 as create_subtask.sql 23

-- 27 as complete_task.sql 28

-- 28 as create_subtask.sql 25

-- 29 as create_task.sql 25

-- 30 as create_subtask.sql 28

-- 31 as create_task.sql 26

-- 32 as create_task.sql 27
