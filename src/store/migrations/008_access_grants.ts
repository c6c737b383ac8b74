/**
 * Access grants: the level of each principal on each object, stored in addition to the rows from which it is derived.
 */
import type { Dialect } from '../dialect.ts'

export const derivesGrants = true

export const statements = ({ gid, integer, clustered }: Dialect['types']) => `
create table access_grants (
  object ${gid} not null, kind ${integer} not null, principal ${gid} not null, level ${integer} not null,
  workspace ${gid} not null, primary key (object, kind, principal))${clustered};
create index access_grants_principal on access_grants (principal, object)
`
