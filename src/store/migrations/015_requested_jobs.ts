/**
 * Jobs that users requested, such as the duplication of a project.
 *
 * `source` and `new_…` reference no table: these objects can be purged before the job. `token` references none either: a
 * job outlives the token that started it.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text, clustered }: Dialect['types']) => `
create table requested_jobs (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, "user" ${gid} not null references users,
  token ${gid} not null, token_kind ${text}, application ${gid}, address ${text} not null, agent ${text} not null,
  resource_subtype ${text} not null, status ${text} not null, source ${gid}, new_task ${gid}, new_project ${gid},
  new_portfolio ${gid}, new_project_template ${gid}, new_task_template ${gid}, new_graph_export ${gid},
  new_resource_export ${gid}, input ${text} not null, cursor ${text}, attempts ${integer} not null, error ${text},
  created_at ${integer} not null, ended_at ${integer});
create index requested_jobs_running on requested_jobs (token) where ended_at is null;
create index requested_jobs_ended on requested_jobs (ended_at) where ended_at is not null;

create table job_copies (
  job ${gid} not null references requested_jobs, position ${integer} not null, source ${gid} not null,
  copy ${gid} not null, primary key (job, position))${clustered};
create unique index job_copies_source on job_copies (job, source)
`
