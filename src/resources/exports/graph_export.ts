/** An export of an object and of everything inside it, as a file. Only the user who requested it sees it. */
import { resource } from '../../vocabulary/resource.ts'
import { exportFields } from './rules/file.ts'

export const graphExport = resource('graph_export', {
  doc: 'An export of an object and of what is inside it, as a file.',
  guard: 'graph_export',
  changes: { none: 'only its user can see it' },
  fields: exportFields,
})
