-- statements: 5

-- 1 as task.sql 1

-- 2 as tasks_of_assignee.sql 3

-- 3
select "gid", "name", "plan", "is_organization", "email_domains", "fiscal_year_start", "currency_code"
from "workspaces"
where "gid" = $1;

-- 4
select t.gid as gid, t.cursor as cursor
from audit_log_events t
where t.workspace = $1 and t.cursor > $2
order by t.cursor
limit $3;

-- 5
select coalesce(json_agg(json_build_array("t0"."gid", "t0"."created_at", "t0"."event_type", "t0"."event_category", "t0"."actor_type", "t0"."actor", "t0"."actor_name", "t0"."actor_email", "t0"."resource_type", "t0"."resource", "t0"."resource_subtype", "t0"."resource_name", "t0"."resource_email", "t0"."details", "t0"."context")), '[]'::json) as "row"
from "audit_log_events" as t0
where "t0"."gid" = any($1);
