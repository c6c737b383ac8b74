/**
 * Rules, their triggers and their runs.
 *
 * Rows refer to tasks without a reference, because a run is a record that may outlive its task.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text, clustered }: Dialect['types']) => `
create table rules (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, project ${gid} not null references projects,
  owner ${gid} not null references users, name ${text} not null, trigger_kind ${text} not null,
  definition ${text} not null, active ${integer} not null, paused_reason ${text}, since ${integer} not null,
  failures ${integer} not null, last_error ${text}, last_run_at ${integer}, created_at ${integer} not null,
  modified_at ${integer} not null);
create index rules_project on rules (project, gid);
create index rules_active on rules (workspace, since) where active = 1;
create index rules_date_approaching on rules (gid) where active = 1 and trigger_kind = 'date_approaching';

create table rule_triggers (
  gid ${gid} primary key, rule ${gid} not null references rules on delete cascade,
  project ${gid} not null, workspace ${gid} not null);
create unique index rule_triggers_rule on rule_triggers (rule);

create table rule_runs (
  gid ${gid} primary key, rule ${gid} not null references rules on delete cascade, project ${gid} not null,
  workspace ${gid} not null, task ${gid} not null, change ${integer}, depth ${integer} not null,
  payload ${text} not null, state ${text} not null, reason ${text} not null, created_at ${integer} not null,
  finished_at ${integer}, first_change ${integer}, last_change ${integer});
create unique index rule_runs_change on rule_runs (rule, change) where change is not null;
create index rule_runs_rule on rule_runs (rule, gid);
create index rule_runs_waiting on rule_runs (project, gid) where finished_at is null;
create index rule_runs_finished on rule_runs (project, finished_at) where finished_at is not null;
create index rule_runs_changes on rule_runs (workspace, last_change) where last_change is not null;

create table rule_dates (
  rule ${gid} not null references rules on delete cascade, task ${gid} not null, date ${text} not null,
  expires_at ${integer} not null, primary key (rule, task, date))${clustered};

create table rule_requests (
  gid ${gid} primary key, rule ${gid} not null references rules on delete cascade, url ${text} not null,
  body ${text} not null, attempts ${integer} not null, send_at ${integer} not null, created_at ${integer} not null);
create index rule_requests_rule on rule_requests (rule, gid);

create index tasks_start_on on tasks (workspace, start_on, gid)
  where start_on is not null and completed = 0 and deleted_at is null
`
