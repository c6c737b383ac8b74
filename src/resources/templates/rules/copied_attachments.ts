/** Copies of attachments. A copy has the same file in the storage, which is removed when no attachment has it. */
import { insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { attachmentsOf } from '../../../store/queries/files/attachments.ts'
import { takeSpace } from '../../files/rules/space.ts'

interface AttachmentTerms {
  user: number
  workspace: number
  filesQuota: number | null
}

/** Copies the attachments of tasks; `copyOf` has the copy of each. Throws 403 if they would exceed the quota. */
export async function copyAttachments(
  tx: Writer,
  { user, workspace, filesQuota }: AttachmentTerms,
  copyOf: ReadonlyMap<number, number>,
): Promise<void> {
  const found = await attachmentsOf(tx, [...copyOf.keys()])
  // The quota counts each attachment, also of the same file, because each can be the last that has it.
  const bytes = found.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (bytes > 0) await takeSpace(tx, workspace, bytes, filesQuota)
  await insertAll(
    tx,
    'attachments',
    found.map(attachment => ({
      ...{ ...attachment, gid: tx.gid(), parent: copyOf.get(attachment.parent) ?? 0, application: null },
      ...{ created_by: user, created_at: tx.now },
    })),
  )
}
