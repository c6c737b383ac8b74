/**
 * Allocations, budgets and rates of projects, the placeholders that they can name instead of a user, and the currency of
 * a workspace. Amounts are decimal text.
 *
 * A project has at most one budget that is not in the trash, and at most one such rate of each person.
 */
import type { Dialect } from '../dialect.ts'

const trash = (table: string) => `
create index ${table}_trash on ${table} (workspace, deleted_at, gid) where deleted_at is not null;
create index ${table}_deleted_at on ${table} (deleted_at) where deleted_at is not null;
`

export const statements = ({ gid, integer, text }: Dialect['types']) => {
  const written = `created_by ${gid} not null references users, created_at ${integer} not null, deleted_at ${integer},
    deleted_by ${gid} references users`
  return `
alter table workspaces add column currency_code ${text} not null default 'USD';

create table placeholders (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, name ${text} not null, ${written});
create index placeholders_list on placeholders (workspace, gid);
${trash('placeholders')}
create table allocations (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, parent ${gid} not null references projects,
  assignee ${gid} not null, assignee_type ${text} not null, start_date ${text} not null, end_date ${text} not null,
  effort_type ${text}, effort_value ${text}, planned_time ${integer} not null, ${written});
create index allocations_parent on allocations (parent, gid);
create index allocations_assignee on allocations (assignee, workspace, gid);
${trash('allocations')}
create table budgets (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, parent ${gid} not null references projects,
  budget_type ${text} not null, estimate_enabled ${integer} not null, estimate_source ${text} not null,
  estimate_filter ${text} not null, actual_filter ${text} not null, total_enabled ${integer} not null,
  total_time ${text}, total_cost ${text}, ${written});
create index budgets_parent on budgets (parent, gid);
create unique index budgets_current on budgets (parent) where deleted_at is null;
${trash('budgets')}
create table rates (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, parent ${gid} not null references projects,
  resource ${gid} not null, resource_kind ${text} not null, rate ${text} not null, ${written});
create index rates_parent on rates (parent, gid);
create index rates_resource on rates (resource, gid);
create unique index rates_current on rates (parent, resource) where deleted_at is null;
${trash('rates')}`
}
