/**
 * A custom type is a user-defined kind of task of one project, with statuses of its own. The API only reads types; the
 * console creates and changes them.
 */
import { one, text } from '../../vocabulary/field.ts'
import { get, list, listing } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { statusOptionParts } from './rules/status_fields.ts'

export const customType = resource('custom_type', {
  doc: 'A user-defined kind of task, with statuses of its own.',
  guard: 'custom_type',
  cached: true,
  changes: { none: 'the API has no events of custom types' },
  fields: {
    name: text({ compact: true, max: 1024, doc: 'The name of the type.' }),
    status_options: statusOptionParts,
  },
})

export const operations = [
  list('/custom_types', customType, {
    id: 'getCustomTypes',
    doc: 'Lists the custom types of a project.',
    query: { project: one('project', { required: true, doc: 'The project.' }) },
    execute: listing('custom_type', ({ query }) => ({
      where: { project: query.project },
      order: ['gid'],
      guarded: false,
    })),
  }),
  get('/custom_types/{custom_type_gid}', customType, { id: 'getCustomType', doc: 'Gets a custom type.' }),
]
