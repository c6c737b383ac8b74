/** Notifications that wait for an e-mail, and when each person was last sent one. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
create table notification_mails (
  gid ${gid} primary key, "user" ${gid} not null references users, workspace ${gid} not null references workspaces,
  resource_type ${text} not null, resource ${gid} not null, cause ${text} not null, story ${gid}, actor ${gid},
  created_at ${integer} not null, send_at ${integer} not null);
create index notification_mails_user on notification_mails ("user", send_at, gid);

create table mail_states ("user" ${gid} primary key references users, sent_at ${integer} not null);
`
