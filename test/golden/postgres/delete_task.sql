-- statements: 18

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4 as set_parent.sql 4

-- 5 as create_subtask.sql 4

-- 6
with recursive reached (gid) as (
  select t.gid
  from tasks t
  where "t"."gid" = any($1)
  union
  select t.gid
  from reached r
  join tasks t on t.parent = r.gid
  where t.deleted_at is null and not exists (
    select 1
    from task_memberships m
    join projects p on p.gid = m.project
    where m.task = t.gid and p.deleted_at is null))
select gid
from reached;

-- 7
select gid
from "tasks"
where "gid" = any($1)
order by gid for no key update;

-- 8 as delete_task.sql 6

-- 9
update tasks
set "deleted_at" = $1, "deleted_by" = $2
where "gid" = $3;

-- 10
select u.gid as gid, case when s.gid is null then 'user' else 'service_account' end as type, u.name as name, case when s.gid is null then u.email end as email
from users u
left
join service_accounts s on s.gid = u.gid
where "u"."gid" = any($1)
union all
select t.gid, 'team', t.name, cast(null as text)
from "teams" t
where "t"."gid" = any($1)
union all
select t.gid, 'project', t.name, cast(null as text)
from "projects" t
where "t"."gid" = any($1)
union all
select t.gid, 'portfolio', t.name, cast(null as text)
from "portfolios" t
where "t"."gid" = any($1)
union all
select t.gid, 'goal', t.name, cast(null as text)
from "goals" t
where "t"."gid" = any($1)
union all
select t.gid, 'workspace', t.name, cast(null as text)
from "workspaces" t
where "t"."gid" = any($1)
union all
select t.gid, 'application', t.name, cast(null as text)
from "applications" t
where "t"."gid" = any($1)
union all
select t.gid, 'role', t.name, cast(null as text)
from "roles" t
where "t"."gid" = any($1);

-- 11 as create_task.sql 16

-- 12
select m.workspace as workspace, max(m.created_at) as at
from audit_log_events m
where "m"."workspace" = any($1)
group by m.workspace;

-- 13
insert into audit_log_events ("gid", "workspace", "created_at", "event_type", "event_category", "actor_type", "actor", "actor_name", "actor_email", "resource_type", "resource", "resource_subtype", "resource_name", "resource_email", "details", "context")
select (e ->> 0)::bigint, (e ->> 1)::bigint, (e ->> 2)::bigint, (e ->> 3), (e ->> 4), (e ->> 5), (e ->> 6)::bigint, (e ->> 7), (e ->> 8), (e ->> 9), (e ->> 10)::bigint, (e ->> 11), (e ->> 12), (e ->> 13), (e ->> 14), (e ->> 15)
from jsonb_array_elements($1::jsonb)
with ordinality as r (e, place)
order by r.place;

-- 14 as create_task.sql 16

-- 15 as create_subtask.sql 16

-- 16 as create_task_in_project.sql 20

-- 17 as create_task.sql 17

-- 18 as create_task.sql 25
