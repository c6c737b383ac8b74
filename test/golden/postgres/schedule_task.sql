-- statements: 34

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as create_task.sql 3

-- 4 as task_dependencies.sql 3

-- 5 as task_dependencies.sql 3

-- 6 as create_subtask.sql 6

-- 7 as complete_task.sql 7

-- 8 as create_task.sql 14

-- 9 as task.sql 4

-- 10 as task.sql 5

-- 11 as task.sql 6

-- 12 as task.sql 6

-- 13 as task.sql 8

-- 14 as task.sql 10

-- 15 as task.sql 11

-- 16 as task.sql 12

-- 17 as task.sql 12

-- 18 as task.sql 14

-- 19 as task.sql 15

-- 20 as task.sql 15

-- 21 as task.sql 17

-- 22 as task.sql 15

-- 23 as task.sql 15

-- 24 as task.sql 21

-- 25 as task.sql 22

-- 26 as task.sql 9

-- 27 as complete_task.sql 28

-- 28 as create_subtask.sql 23

-- 29 as complete_task.sql 30

-- 30 as create_subtask.sql 25

-- 31 as create_task.sql 25

-- 32 as create_subtask.sql 27

-- 33 as create_task.sql 26

-- 34 as create_task.sql 27
