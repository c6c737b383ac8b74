-- statements: 15

-- 1 as task.sql 1

-- 2 as task_dependencies.sql 2

-- 3 as create_subtask.sql 3

-- 4 as create_subtask.sql 4

-- 5
with recursive reached (gid) as (
  select t.gid
  from tasks t
  where "t"."gid" in (
    select value
    from json_each(?1))
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

-- 6 as delete_task.sql 5

-- 7
update tasks
set "deleted_at" = ?, "deleted_by" = ?
where "gid" = ?;

-- 8
select u.gid as gid, case when s.gid is null then 'user' else 'service_account' end as type, u.name as name, case when s.gid is null then u.email end as email
from users u
left
join service_accounts s on s.gid = u.gid
where "u"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid, 'team', t.name, cast(null as text)
from "teams" t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid, 'project', t.name, cast(null as text)
from "projects" t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid, 'portfolio', t.name, cast(null as text)
from "portfolios" t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid, 'goal', t.name, cast(null as text)
from "goals" t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid, 'workspace', t.name, cast(null as text)
from "workspaces" t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid, 'application', t.name, cast(null as text)
from "applications" t
where "t"."gid" in (
  select value
  from json_each(?1))
union all
select t.gid, 'role', t.name, cast(null as text)
from "roles" t
where "t"."gid" in (
  select value
  from json_each(?1));

-- 9
select m.workspace as workspace, max(m.created_at) as at
from audit_log_events m
where "m"."workspace" in (
  select value
  from json_each(?1))
group by m.workspace;

-- 10
insert into audit_log_events ("gid", "workspace", "created_at", "event_type", "event_category", "actor_type", "actor", "actor_name", "actor_email", "resource_type", "resource", "resource_subtype", "resource_name", "resource_email", "details", "context")
select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), json_extract(value, '$[6]'), json_extract(value, '$[7]'), json_extract(value, '$[8]'), json_extract(value, '$[9]'), json_extract(value, '$[10]'), json_extract(value, '$[11]'), json_extract(value, '$[12]'), json_extract(value, '$[13]'), json_extract(value, '$[14]'), json_extract(value, '$[15]')
from json_each(?1)
where true
order by key;

-- 11 as create_subtask.sql 21

-- 12 as create_task_in_project.sql 31

-- 13 as assign_task.sql 32

-- 14 as comment.sql 17

-- 15 as create_task.sql 25
