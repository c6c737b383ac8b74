/**
 * The inbox: one row for each person and object, which the latest notification about it updates. Each filter of the inbox has
 * a partial index that begins with the type of the object, because rights differ by type.
 */
import type { Dialect } from '../dialect.ts'

const OPEN = 'archived_at is null'

/** The indexes of the filters, by name: the rows that each contains. */
const filters = {
  all: OPEN,
  unread: `${OPEN} and read_at is null`,
  mentions: `${OPEN} and is_mention = 1`,
  assigned: `${OPEN} and is_assigned = 1`,
  archived: 'archived_at is not null',
}

const filterIndexes = Object.entries(filters).map(
  ([name, rows]) => `create index notifications_${name} on notifications
  ("user", workspace, resource_type, shown_at, gid) where ${rows};
`,
)

export const statements = ({ gid, integer, text, clustered }: Dialect['types']) => `
create table notifications (
  gid ${gid} primary key, "user" ${gid} not null references users, workspace ${gid} not null references workspaces,
  resource_type ${text} not null, resource ${gid} not null, cause ${text} not null, story ${gid}, actor ${gid},
  unread ${integer} not null, is_mention ${integer} not null, is_assigned ${integer} not null,
  is_described ${integer} not null, created_at ${integer} not null, shown_at ${integer} not null, read_at ${integer},
  archived_at ${integer});
create unique index notifications_object on notifications ("user", resource);
create index notifications_resource on notifications (resource);
create index notifications_expiry on notifications (archived_at) where archived_at is not null;
${filterIndexes.join('')}
create table due_notices (
  task ${gid} not null, cause ${text} not null, due_on ${text} not null, expires_at ${integer} not null,
  primary key (task, cause, due_on))${clustered};
create index due_notices_expiry on due_notices (expires_at);
`
