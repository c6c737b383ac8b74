/**
 * A status of the tasks of a custom type. It says whether these tasks are completed. Options are never deleted: tasks
 * can refer to disabled options.
 */
import { resource } from '../../vocabulary/resource.ts'
import { statusOptionFields } from './rules/status_fields.ts'

export const customTypeStatusOption = resource('custom_type_status_option', {
  doc: 'A status of the tasks of a custom type.',
  guard: 'custom_type_status_option',
  cached: true,
  changes: { none: 'the API has no events of custom types' },
  fields: statusOptionFields,
})
