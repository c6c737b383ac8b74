-- statements: 5

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3 as audit_log.sql 3

-- 4
select t.gid as gid, t.cursor as cursor
from audit_log_events t
where t.workspace = $1 and "t"."actor" = $2 and t.cursor < coalesce((
  select m.cursor
  from audit_log_events m
  where m.workspace = $1 and m.created_at >= $3
  order by m.created_at, m.cursor
  limit 1), $4) and "t"."event_type" = $5 and t.cursor >= (
  select m.cursor
  from audit_log_events m
  where m.workspace = $1 and m.created_at >= $6
  order by m.created_at, m.cursor
  limit 1) and t.cursor > $7
order by t.cursor
limit $8;

-- 5
select json_build_array("t0"."gid", "t0"."created_at", "t0"."event_type", "t0"."event_category", "t0"."actor_type", "t0"."actor", "t0"."actor_name", "t0"."actor_email", "t0"."resource_type", "t0"."resource", "t0"."resource_subtype", "t0"."resource_name", "t0"."resource_email", "t0"."details", "t0"."context") as "row"
from "audit_log_events" as t0
where "t0"."gid" = $1;
