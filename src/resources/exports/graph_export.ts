/** An export of an object and of everything inside it, as a file. Only the user who requested it sees it. */
import type { Name } from '../../names.ts'
import { visibleType } from '../../policy/visible_type.ts'
import { reusableExport } from '../../store/queries/exports/requests.ts'
import { workspaceOf } from '../../store/queries/jobs/webhooks.ts'
import { any, timestamp } from '../../vocabulary/field.ts'
import { create, type WriteCall } from '../../vocabulary/operation.ts'
import { resource } from '../../vocabulary/resource.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { job } from '../platform/job.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { createExport } from './rules/create_export.ts'
import { downloadUrl } from './rules/file.ts'

const parentTypes = ['project', 'team', 'portfolio'] as const satisfies Name[]

export const exportFields = {
  created_at: timestamp({ compact: true, doc: 'When it was requested.' }),
  download_url: downloadUrl,
  completed_at: timestamp({ compact: true, nullable: true, doc: 'When the file was complete.' }),
}

export const graphExport = resource('graph_export', {
  doc: 'An export of an object and of what is inside it, as a file.',
  guard: 'graph_export',
  changes: { none: 'only its user can see it' },
  fields: exportFields,
})

/** A file with more tasks than this is used again for some time. */
const REUSED_FROM_TASKS = 1000
const REUSED_FOR_MS = 4 * 60 * 60 * 1000

// wire: resource-behaviours 5.6: the result of a large export is used again for four hours
async function findReusable({ tx, actor }: Pick<WriteCall, 'tx' | 'actor'>, parent: number) {
  const scopes = actor.scopes && JSON.stringify(actor.scopes)
  const wanted = { parent, user: actor.gid, scopes, since: tx.now - REUSED_FOR_MS, tasks: REUSED_FROM_TASKS }
  return reusableExport(tx, wanted)
}

export const operations = [
  create('/exports/graph', job, {
    id: 'createGraphExport',
    doc: 'Exports an object and what is inside it. The job names the export, which has the address of the file.',
    limit: 'job',
    body: {
      parent: any(parentTypes, { required: true, need: 'view', doc: 'The project, the portfolio or the team.' }),
    },
    async execute({ tx, actor, publicUrl, body: { parent } }) {
      const type = await visibleType(tx, actor.gid, parentTypes, parent)
      const workspace = await workspaceOf(tx, type, parent)
      await mustHaveFeature(tx, workspace, 'exports')
      const known = await findReusable({ tx, actor }, parent)
      const gid = known ?? tx.gid()
      const request = { workspace, subtype: 'graph_export_request', source: parent, input: {} } as const
      const requested = await requestJob(
        { tx, actor },
        { ...request, created: { new_graph_export: gid }, hasEnded: known !== undefined },
      )
      if (known === undefined) {
        const contents = { gid, workspace, resource_type: 'graph_export', job: requested } as const
        await createExport({ tx, actor, publicUrl }, { ...contents, parent, parent_type: type })
      }
      return requested
    },
  }),
]
