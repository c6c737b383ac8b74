/**
 * The values of custom fields are stored in the order of their objects on SQLite, and the choices of a list in that of its
 * value: to read all values of an object takes one page, where each value was looked up by its gid.
 */
import type { Dialect } from '../dialect.ts'

export const statements = ({ gid, integer, text, cluster }: Dialect['types']) => [
  ...cluster(
    {
      name: 'custom_field_choices',
      columns: `value ${gid} not null references custom_field_values (gid), choice ${gid} not null, rank ${integer} not null,
        primary key (value, choice)`,
      indexes: [],
    },
    {
      name: 'custom_field_values',
      columns: `gid ${gid} not null unique, object ${gid} not null, object_type ${text} not null,
        custom_field ${gid} not null references custom_fields, workspace ${gid} not null references workspaces,
        text_value ${text}, number_value ${text}, enum_value ${gid} references enum_options, date_on ${text},
        date_at ${integer}, primary key (object, custom_field)`,
      indexes: ['create index custom_field_values_field on custom_field_values (custom_field, object)'],
    },
  ),
  ...cluster({
    name: 'task_tags',
    columns: `task ${gid} not null references tasks, tag ${gid} not null references tags, primary key (task, tag)`,
    indexes: ['create index task_tags_tag on task_tags (tag, task)'],
  }),
]
