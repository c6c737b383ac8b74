-- statements: 3

-- 1 as projects_of_team.sql 1

-- 2
select "u"."gid", lower(u.name), "u"."gid"
from team_memberships l
join users u on u.gid = l."user"
where l.team = $1
order by lower(u.name), "u"."gid"
limit $2;

-- 3 as users_of_workspace.sql 3
