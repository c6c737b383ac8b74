/** Requests an export: records it and schedules the job that runs it, in one transaction. */
import { notAllowed } from '../../../lib/errors.ts'
import { tryInsert } from '../../../store/change.ts'
import type { ExportRow } from '../../../store/queries/exports/requests.ts'
import { schedule } from '../../../store/queries/jobs/queue.ts'
import type { WriteCall } from '../../../vocabulary/operation.ts'

/** The kind of the job in the queue. Its subject is the export. */
export const RUN_EXPORT = 'run_export'

type Contents = Pick<ExportRow, 'gid' | 'workspace' | 'resource_type' | 'job'> &
  Partial<Pick<ExportRow, 'parent' | 'parent_type' | 'parameters'>>

type ExportCall = Pick<WriteCall, 'tx' | 'actor' | 'publicUrl'>

/** Throws 403 when an export of this kind is running in the organization. */
export async function createExport({ tx, actor, publicUrl }: ExportCall, contents: Contents): Promise<void> {
  const isNew = await tryInsert(tx, 'exports', {
    ...{ parent: null, parent_type: null, parameters: null, ...contents },
    ...{
      user: actor.gid,
      public_url: publicUrl,
      scopes: actor.scopes && JSON.stringify(actor.scopes),
      state: 'pending',
    },
    ...{ file_bytes: null, task_count: null, created_at: tx.now, completed_at: null },
  })
  // wire: resource-behaviours 5.6: one at a time
  if (!isNew) throw notAllowed('An export is already in progress. Wait until it has ended.')
  await schedule(tx, RUN_EXPORT, contents.gid, tx.now)
}

/** Throws 403 unless the caller is a service account that may do everything. */
export function mustBeServiceAccount({ kind, scopes }: WriteCall['actor']): void {
  if (kind === 'service' && scopes === null) return
  throw notAllowed('Exports of an organization need the token of a service account that may do everything.')
}
