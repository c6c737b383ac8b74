-- statements: 7

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as task.sql 3

-- 4 as task.sql 4

-- 5 as task.sql 5

-- 6 as task.sql 2

-- 7
select t.gid as gid
from "tasks" as t
join workspace_memberships w on w.workspace = "t"."workspace" and w."user" = $1
where t.gid = $2 and t.deleted_at is not null and w.is_active = 1 and w.is_guest = 0;
