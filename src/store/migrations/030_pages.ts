/**
 * What pages of the web app need: which page wrote a change, changes that only their owner sees, and the responses to
 * requests with an `Idempotency-Key`.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text }: Dialect['types']) => `
alter table changes add column page ${text};
alter table changes add column owner ${gid};

create table idempotent_responses (
  gid ${gid} primary key, token ${gid} not null, key ${text} not null, request ${text} not null,
  status ${integer} not null, body ${text} not null, location ${text}, created_at ${integer} not null);
create unique index idempotent_responses_token on idempotent_responses (token, key);
create index idempotent_responses_created_at on idempotent_responses (created_at)
`
