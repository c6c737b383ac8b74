/**
 * Time tracking: entries of tasks, their categories, and the timesheets of people.
 *
 * - `tasks.actual_time_minutes` is the sum of the entries of a task, written with them; null without entries.
 * - `week` is the number of a week since the Unix epoch (`lib/date.ts`): it finds the timesheet of an entry.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
alter table tasks add column actual_time_minutes ${integer};

create table time_tracking_categories (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, name ${text} not null, color ${text} not null,
  is_archived ${integer} not null, created_at ${integer} not null, deleted_at ${integer},
  deleted_by ${gid} references users);
create index time_tracking_categories_workspace on time_tracking_categories (workspace, is_archived, gid);
create index time_tracking_categories_trash on time_tracking_categories (workspace, deleted_at, gid)
where deleted_at is not null;
create index time_tracking_categories_deleted_at on time_tracking_categories (deleted_at) where deleted_at is not null;

create table time_tracking_entries (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, task ${gid} not null references tasks,
  attributable_to ${gid} references projects, category ${gid} references time_tracking_categories,
  duration_minutes ${integer} not null, entered_on ${text} not null, week ${integer} not null,
  billable_status ${text} not null, description ${text} not null,
  created_by ${gid} not null references users, created_at ${integer} not null);
create index time_tracking_entries_task on time_tracking_entries (task, entered_on, gid);
create index time_tracking_entries_attributable_to on time_tracking_entries (attributable_to, entered_on, gid);
create index time_tracking_entries_category on time_tracking_entries (category, entered_on, gid);
create index time_tracking_entries_created_by on time_tracking_entries (created_by, entered_on, gid);
create index time_tracking_entries_workspace on time_tracking_entries (workspace, entered_on, gid);

create table timesheet_approval_statuses (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, "user" ${gid} not null references users,
  start_date ${text} not null, end_date ${text} not null, week ${integer} not null, approval_status ${text} not null,
  message ${text}, created_at ${integer} not null);
create unique index timesheet_approval_statuses_user on timesheet_approval_statuses ("user", workspace, week);
create index timesheet_approval_statuses_workspace on timesheet_approval_statuses (workspace, week, gid)
`
