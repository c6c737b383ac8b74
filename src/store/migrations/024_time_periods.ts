/**
 * The time periods of workspaces, the month in which their fiscal years start, and the counts of projects that goals follow.
 *
 * The periods of an earlier setting stay, because goals can refer to them; lists only show those with
 * `is_current`.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
alter table workspaces add column fiscal_year_start ${integer} not null default 1;

create table time_periods (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, fiscal_year_start ${integer} not null,
  period ${text} not null, start_on ${text} not null, end_on ${text} not null, display_name ${text} not null,
  parent ${gid} references time_periods, is_current ${integer} not null);
create unique index time_periods_calendar on time_periods (workspace, fiscal_year_start, period, start_on);
create index time_periods_order on time_periods (workspace, is_current, start_on, gid);

create table project_counts (
  project ${gid} primary key references projects, tasks ${integer} not null, completed_tasks ${integer} not null,
  milestones ${integer} not null, completed_milestones ${integer} not null);

create index goal_metrics_automatic on goal_metrics (workspace) where progress_source not in ('manual', 'external')
`
