-- statements: 28

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task_dependencies.sql 3

-- 4 as create_subtask.sql 5

-- 5 as complete_task.sql 5

-- 6 as create_task.sql 14

-- 7 as complete_task.sql 7

-- 8 as create_subtask.sql 10

-- 9 as task.sql 8

-- 10 as task.sql 9

-- 11 as complete_task.sql 11

-- 12 as create_subtask.sql 14

-- 13 as create_task.sql 18

-- 14 as create_subtask.sql 17

-- 15 as task.sql 10

-- 16 as create_task.sql 19

-- 17 as task.sql 11

-- 18 as task.sql 13

-- 19 as task.sql 14

-- 20 as task.sql 15

-- 21 as task.sql 16

-- 22 as task.sql 7

-- 23 as task.sql 18

-- 24 as task.sql 7

-- 25 as task.sql 21

-- 26 as task.sql 22

-- 27 as task.sql 12

-- 28 as create_task.sql 27
