/**
 * The text index, and the orders of searches without a text.
 *
 * \`search_texts\` references no table: its rows are derived from others. They are not in the trash, so that restoring
 * an object indexes nothing.
 */
import type { Dialect } from '../dialect.ts'

export const derivesTexts = true

export const statements = ({ gid, text, wordIndex }: Dialect['types']) => [
  `create table search_texts (
    gid ${gid} primary key, object ${gid} not null, workspace ${gid} not null, custom_field ${gid},
    title ${text} not null, body ${text} not null)`,
  'create index search_texts_object on search_texts (object)',
  ...wordIndex,
  'create index tasks_modified_at on tasks (workspace, modified_at, gid)',
  'create index tasks_created_at on tasks (workspace, created_at, gid)',
  'create index tasks_due_on on tasks (workspace, due_on, gid)',
  'create index tasks_completed_at on tasks (workspace, completed_at, gid)',
]
