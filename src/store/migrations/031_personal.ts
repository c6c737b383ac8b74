/**
 * The personal state of the web app: saved views, preferences, the order of favorites, and the trash of one person.
 *
 * Views refer to their parent, which is of one of several types, without a reference: a purge deletes them with it.
 */
import type { Dialect } from '../dialect.ts'

/** The tables that store who deleted a row. */
const withDeleter = [
  ...['projects', 'tasks', 'portfolios', 'goals', 'status_updates', 'project_briefs', 'attachments'],
  ...['project_templates', 'task_templates', 'custom_types', 'placeholders', 'allocations', 'budgets', 'rates'],
  'time_tracking_categories',
]

const indexOfDeleter = (table: string, column = 'deleted_by') => `
create index if not exists ${table}_deleter on ${table} (${column}, deleted_at, gid) where deleted_at is not null;
`

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table if not exists views (
  gid ${gid} primary key, workspace ${gid} not null references workspaces, parent ${gid} not null,
  parent_type ${text} not null, owner ${gid} not null references users, name ${text} not null,
  definition ${text} not null, is_shared ${integer} not null, rank ${text} not null, created_at ${integer} not null,
  modified_at ${integer} not null);
create index if not exists views_parent on views (parent, rank);
create index if not exists views_own on views (parent, owner, rank);
create index if not exists views_shared on views (parent, is_shared, rank);
create index if not exists views_owner on views (owner, workspace);

create table if not exists personal_states (
  "user" ${gid} primary key references users, preferences ${text} not null, preference_mark ${gid} not null,
  view_mark ${gid} not null, favorite_mark ${gid} not null);

create index if not exists favorites_rank on favorites ("user", rank);

${withDeleter.map(table => indexOfDeleter(table)).join('')}
${indexOfDeleter('stories', 'created_by')}
`
