/** An export of the objects of some types in an organization, as a file. Only the service account that requested it sees it. */
import { resource } from '../../vocabulary/resource.ts'
import { exportFields } from './rules/file.ts'

export const exportRequest = resource('export_request', {
  doc: 'An export of the objects of some types, as a file.',
  guard: 'export_request',
  changes: { none: 'only its user can see it' },
  fields: exportFields,
})
