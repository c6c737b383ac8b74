/** Exports the objects of some types in an organization. */
import { one, raw } from '../../vocabulary/field.ts'
import { action, created } from '../../vocabulary/operation.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { exportRequest } from './export_request.ts'
import { createExport, mustBeServiceAccount } from './rules/create_export.ts'
import { parseParameters } from './rules/parameters.ts'

export const operations = [
  action('/exports/resource', exportRequest, {
    id: 'createResourceExport',
    doc: 'Exports the tasks, teams or messages of an organization, one JSON object in each line. Needs the token of a service account; one export runs at a time.',
    ...{ limit: 'job', status: created, type: 'job' },
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
