/**
 * The change log, its streams, webhooks and deliveries, the audit log, and the job queue.
 *
 * Changes have no gid on the wire. \`changes.gid\` numbers the changes of a workspace in the order of their commits.
 * So a reader at one number has missed no earlier change of the workspace. \`audit_log_events.cursor\` does the same
 * for the entries of all workspaces together.
 */
import type { Dialect } from '../dialect.ts'

/** Indexes for the job that purges the trash. */
const trash = ['stories', 'tasks', 'tags', 'projects', 'custom_fields', 'teams']
  .map(table => `create index ${table}_deleted_at on ${table} (deleted_at) where deleted_at is not null;`)
  .join('\n')

export const statements = ({ gid, integer, text, serial, clustered }: Dialect['types']) => `
create table changes (
  gid ${serial}, workspace ${gid} not null, at ${integer} not null, "user" ${gid}, resource_type ${text} not null,
  resource ${gid} not null, resource_subtype ${text}, action ${text} not null, parent_type ${text}, parent ${gid},
  field ${text}, change_action ${text}, value_type ${text}, value ${gid}, old_value ${text}, new_value ${text},
  streams ${text} not null);
create index changes_workspace on changes (workspace, gid);

create table streams (
  resource ${gid} not null, change ${integer} not null, primary key (resource, change))${clustered};

create table webhooks (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, "user" ${gid} not null references users,
  application ${gid} not null, token ${gid}, resource_type ${text} not null, resource ${gid} not null,
  target ${text} not null, secret ${text} not null, filters ${text} not null, active ${integer} not null, cursor ${integer} not null,
  created_at ${integer} not null, last_success_at ${integer}, last_failure_at ${integer},
  last_failure_content ${text}, delivery_retry_count ${integer} not null, next_attempt_after ${integer},
  failure_deletion_timestamp ${integer}, heartbeat_at ${integer} not null);
create index webhooks_user on webhooks ("user", application, workspace, gid);
create index webhooks_resource on webhooks (resource, gid);

create table webhook_deliveries (
  gid ${gid} primary key, webhook ${gid} not null references webhooks on delete cascade,
  first_change ${integer}, last_change ${integer}, events ${integer} not null, attempt ${integer} not null,
  status ${integer}, error ${text}, started_at ${integer} not null, finished_at ${integer} not null,
  signature ${text}, body ${text}, response ${text});
create index webhook_deliveries_webhook on webhook_deliveries (webhook, gid);

create table audit_log_events (
  cursor ${serial}, gid ${gid} not null, workspace ${gid} not null, created_at ${integer} not null,
  event_type ${text} not null, event_category ${text} not null, actor_type ${text} not null, actor ${gid},
  actor_name ${text}, actor_email ${text}, resource_type ${text} not null, resource ${gid}, resource_subtype ${text},
  resource_name ${text}, resource_email ${text}, details ${text} not null, context ${text} not null);
create unique index audit_log_events_gid on audit_log_events (gid);
create index audit_log_events_workspace on audit_log_events (workspace, cursor);
create index audit_log_events_created_at on audit_log_events (workspace, created_at, cursor);
create index audit_log_events_type on audit_log_events (workspace, event_type, cursor);
create index audit_log_events_actor on audit_log_events (workspace, actor, cursor);
create index audit_log_events_actor_type on audit_log_events (workspace, actor_type, cursor);
create index audit_log_events_resource on audit_log_events (workspace, resource, cursor);

${trash}

create table jobs (
  gid ${gid} primary key, kind ${text} not null, subject ${gid} not null, run_at ${integer} not null,
  attempts ${integer} not null, leased_until ${integer}, lease ${text}, last_error ${text},
  created_at ${integer} not null);
create unique index jobs_subject on jobs (kind, subject);
create index jobs_run_at on jobs (run_at)
`
