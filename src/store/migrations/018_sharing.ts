/**
 * Sharing: reactions to stories and status updates.
 *
 * `target` references no table, because it contains the gid of an object of one of several types.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, text }: Dialect['types']) => `
create table reactions (
  gid ${gid} primary key, target ${gid} not null, workspace ${gid} not null references workspaces,
  "user" ${gid} not null references users, emoji_base ${text} not null, emoji ${text} not null);
create unique index reactions_target on reactions (target, "user", emoji_base);
create index reactions_order on reactions (target, emoji_base, gid)
`
