/** The space that files take. Invariant: the files of an organization never take more than the quota. */
import { notAllowed } from '../../../lib/errors.ts'
import { findForUpdate, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { advisoryLock } from '../../../store/locks.ts'

const BYTES_PER_MB = 1024 * 1024

/** Adds a new file to the used space of a workspace. Throws 403 if that would exceed the quota. */
export async function takeSpace(tx: Writer, workspace: number, bytes: number, quota: number | null): Promise<void> {
  // quotas: two uploads at the same time must not both take the last space.
  await advisoryLock(tx, 'quotas', workspace)
  const used = await findForUpdate(tx, 'file_usage', { workspace })
  const now = (used?.bytes ?? 0) + bytes
  if (quota !== null && now > quota) throw noSpace(quota)
  if (used) await update(tx, 'file_usage', { workspace }, { bytes: now })
  else await insert(tx, 'file_usage', { workspace, bytes: now })
}

const noSpace = (quota: number) =>
  notAllowed(
    `The files of this organization may take ${Math.floor(quota / BYTES_PER_MB)} MB together, and this one exceeds that: delete ` +
      'files for good, or ask the operator of the server for a higher quota.',
  )
