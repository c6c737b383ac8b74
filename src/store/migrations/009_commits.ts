/**
 * The invalidations of committed transactions, for the memory caches of all instances: see `postgres/cache_sync.ts`.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ text, unlogged, transaction }: Dialect['types']) => `
create ${unlogged} table commits (xid ${transaction} not null, invalidations ${text} not null);
create index commits_xid on commits (xid)
`
