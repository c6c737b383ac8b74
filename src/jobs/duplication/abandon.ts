/** What a failed job has begun is moved to the trash, from where it can be restored. */
import { moveProjectToTrash, moveToTrash } from '../../resources/work/rules/trash.ts'
import { findForUpdate, update } from '../../store/change.ts'
import type { Writer } from '../../store/db.ts'

const tables = { task: 'tasks', project: 'projects', portfolio: 'portfolios' } as const

/** Moves a new object to the trash as its user, unless it is there. */
export async function trashCopy(
  tx: Writer,
  type: keyof typeof tables,
  gid: number | null,
  user: number,
): Promise<void> {
  const row = gid === null ? undefined : await findForUpdate(tx, tables[type], { gid })
  if (!row || row.deleted_at !== null) return
  if (type === 'task') await moveToTrash(tx, row.gid, user)
  else if (type === 'project') await moveProjectToTrash(tx, row.gid, user)
  else await update(tx, 'portfolios', { gid: row.gid }, { deleted_at: tx.now, deleted_by: user })
}
