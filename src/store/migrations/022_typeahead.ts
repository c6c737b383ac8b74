/**
 * The words of names, and what each user uses.
 *
 * Both tables reference no other: words derive from the rows of many tables, and a use can outlive its object until the
 * object is purged. The words of a user are stored for each of their workspaces.
 */
import type { Dialect } from '../dialect.ts'

export const derivesNames = true

export const statements = ({ gid, integer, text, clustered }: Dialect['types']) => `
create table name_words (
  workspace ${gid} not null, resource_type ${text} not null, word ${text} not null, object ${gid} not null,
  primary key (workspace, resource_type, word, object))${clustered};
create index name_words_object on name_words (object, workspace, word);

create table uses (
  gid ${gid} primary key, "user" ${gid} not null, workspace ${gid} not null, resource_type ${text} not null,
  resource ${gid} not null, weight ${integer} not null);
create unique index uses_resource on uses ("user", workspace, resource);
create index uses_weight on uses ("user", workspace, resource_type, weight);
create index uses_purge on uses (resource)
`
