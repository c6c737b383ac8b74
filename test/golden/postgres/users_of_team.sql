-- statements: 4

-- 1 as task.sql 1

-- 2 as project.sql 13

-- 3
select "u"."gid", lower(u.name), "u"."gid"
from team_memberships l
join users u on u.gid = l."user"
where l.team = $1
order by lower(u.name), "u"."gid"
limit $2;

-- 4 as task.sql 9
