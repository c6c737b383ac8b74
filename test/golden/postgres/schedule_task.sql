-- statements: 33

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as task.sql 3

-- 5 as create_subtask.sql 5

-- 6 as complete_task.sql 6

-- 7 as create_task.sql 13

-- 8 as task.sql 8

-- 9 as task.sql 9

-- 10 as task.sql 10

-- 11 as task.sql 10

-- 12 as task.sql 12

-- 13 as task.sql 14

-- 14 as task.sql 15

-- 15 as task.sql 16

-- 16 as task.sql 16

-- 17 as task.sql 18

-- 18 as task.sql 6

-- 19 as task.sql 6

-- 20 as task.sql 21

-- 21 as task.sql 6

-- 22 as task.sql 6

-- 23 as task.sql 25

-- 24 as task.sql 26

-- 25 as task.sql 13

-- 26 as complete_task.sql 27

-- 27 as create_subtask.sql 22

-- 28 as complete_task.sql 29

-- 29 as create_subtask.sql 24

-- 30 as create_task.sql 24

-- 31 as create_subtask.sql 26

-- 32 as create_task.sql 25

-- 33 as create_task.sql 26
