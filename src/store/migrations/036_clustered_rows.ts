/**
 * Followers and places of tasks are stored by their primary key on SQLite: each row is one entry less to write, and one page
 * less to read. Two indexes lose what no query looks for in them: the texts of custom field values, and the own text of an
 * object.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, text, cluster }: Dialect['types']) => [
  ...cluster({
    name: 'task_memberships',
    columns: `task ${gid} not null references tasks, project ${gid} not null, section ${gid} not null references sections,
      workspace ${gid} not null references workspaces, rank ${text} not null, primary key (task, project)`,
    indexes: [
      'create unique index task_memberships_order on task_memberships (section, rank, task)',
      'create index task_memberships_project on task_memberships (project, task)',
    ],
  }),
  ...cluster({
    name: 'task_followers',
    columns: `task ${gid} not null references tasks, "user" ${gid} not null references users, primary key (task, "user")`,
    indexes: ['create index task_followers_user on task_followers ("user", task)'],
  }),
  'drop index if exists custom_field_values_text',
  'create index if not exists custom_field_values_field on custom_field_values (custom_field, object)',
  'drop index if exists search_texts_object',
  'create index if not exists search_texts_object on search_texts (object) where object <> gid',
]
