/** An export of the objects of some types in an organization, as a file. Only the service account that requested it sees it. */
import { one, raw } from '../../vocabulary/field.ts'
import { create } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { job } from '../platform/job.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { exportFields } from './graph_export.ts'
import { createExport, mustBeServiceAccount } from './rules/create_export.ts'
import { parseParameters } from './rules/parameters.ts'

export const exportRequest = resource('export_request', {
  doc: 'An export of the objects of some types, as a file.',
  guard: 'export_request',
  changes: { none: 'only its user can see it' },
  fields: exportFields,
})

export const operations = [
  create('/exports/resource', job, {
    id: 'createResourceExport',
    doc: 'Exports the tasks, teams or messages of an organization, one JSON object in each line. Needs the token of a service account; one export runs at a time.',
    limit: 'job',
    body: {
      workspace: one('workspace', { required: true, need: 'view', doc: 'The organization.' }),
      export_request_parameters: raw({
        required: true,
        doc: 'The objects to export: a list of `resource_type`, `filters` and `fields`. An object that matches several is exported several times.',
      }),
    },
    async execute({ tx, actor, publicUrl, body: { workspace, export_request_parameters } }) {
      mustBeServiceAccount(actor)
      await mustHaveFeature(tx, workspace, 'exports')
      const parameters = JSON.stringify(parseParameters(export_request_parameters))
      const gid = tx.gid()
      const requested = await requestJob(
        { tx, actor },
        { workspace, subtype: 'export_request', source: workspace, input: {}, created: { new_resource_export: gid } },
      )
      await createExport(
        { tx, actor, publicUrl },
        { gid, workspace, resource_type: 'export_request', job: requested, parameters },
      )
      return requested
    },
  }),
]
