/** Coordination of instances: leased node ids and addresses, and shared counters, which may be lost. */
import type { Dialect } from '../dialect.ts'

export const statements = ({ integer, text, unlogged }: Dialect['types']) => `
create table instances (
  number ${integer} primary key, lease ${text} not null, leased_until ${integer} not null,
  is_serving ${integer} not null, address ${text});

create ${unlogged} table shared_counters (
  name ${text} primary key, version ${integer} not null, text ${text} not null, expires_at ${integer} not null)
`
