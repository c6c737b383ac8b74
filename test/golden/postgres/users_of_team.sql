-- statements: 6

-- 1 as task.sql 1

-- 2 as task.sql 2

-- 3 as project.sql 14

-- 4
select "u"."gid", lower(u.name), "u"."gid"
from team_memberships l
join users u on u.gid = l."user"
where l.team = $1
order by lower(u.name), "u"."gid"
limit $2;

-- 5 as task.sql 11

-- 6 as task.sql 1
