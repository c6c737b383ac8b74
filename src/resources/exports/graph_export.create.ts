/** Exports an object and everything inside it. */
import type { Name } from '../../names.ts'
import { visibleType } from '../../policy/visible_type.ts'
import { reusableExport } from '../../store/queries/exports/requests.ts'
import { workspaceOf } from '../../store/queries/jobs/webhooks.ts'
import { any } from '../../vocabulary/field.ts'
import { action, created, type WriteCall } from '../../vocabulary/operation.ts'
import { mustHaveFeature } from '../people/rules/plan.ts'
import { requestJob } from '../platform/rules/request_job.ts'
import { graphExport } from './graph_export.ts'
import { createExport } from './rules/create_export.ts'

const parentTypes = ['project', 'team', 'portfolio', 'goal'] as const satisfies Name[]

/** A file with more tasks than this is used again for some time. */
const MIN_REUSED_TASKS = 1000
const REUSED_FOR_MS = 4 * 60 * 60 * 1000

// wire: resource-behaviours 5.6: the result of a large export is used again for four hours
async function findReusable({ tx, actor }: Pick<WriteCall, 'tx' | 'actor'>, parent: number) {
  const scopes = actor.scopes && JSON.stringify(actor.scopes)
  const wanted = { parent, user: actor.gid, scopes, since: tx.now - REUSED_FOR_MS, tasks: MIN_REUSED_TASKS }
  return reusableExport(tx, wanted)
}

export const operations = [
  action('/exports/graph', graphExport, {
    id: 'createGraphExport',
    doc: 'Exports an object and what is inside it. The job names the export, which has the address of the file.',
    permissions: [{ name: 'export_project_data' }],
    ...{ limit: 'job', status: created, type: 'job' },
    body: {
      parent: any(parentTypes, {
        required: true,
        need: 'view',
        doc: 'The project, the portfolio, the goal or the team.',
      }),
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
