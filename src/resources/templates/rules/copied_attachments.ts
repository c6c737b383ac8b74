/**
 * Copies of attachments. A copy has the same file in the storage, which is removed when no attachment has it. What a
 * template keeps are attachments too: their parent is the template, and so no operation of the API reaches them.
 */
import { deleteWhere, insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type AttachmentRow, attachmentsAmong, attachmentsOf } from '../../../store/queries/files/attachments.ts'
import { releaseFiles } from '../../../store/queries/files/release.ts'
import { takeSpace } from '../../files/rules/space.ts'

interface AttachmentTerms {
  user: number
  workspace: number
  filesQuota: number | null
}

type AttachmentCopy = Pick<AttachmentRow, 'parent' | 'parent_type'> & { source: AttachmentRow }

/** Inserts copies. Returns their gids, in the same order. Throws 403 if they would exceed the quota. */
async function insertCopies(
  tx: Writer,
  { user, workspace, filesQuota }: AttachmentTerms,
  copies: readonly AttachmentCopy[],
): Promise<number[]> {
  // The quota counts each attachment, also of the same file, because each can be the last that has it.
  const bytes = copies.reduce((sum, { source: { size } }) => sum + (size ?? 0), 0)
  if (bytes > 0) await takeSpace(tx, workspace, bytes, filesQuota)
  const rows = copies.map(({ source, parent, parent_type }) => ({
    ...{ ...source, gid: tx.gid(), parent, parent_type, application: null },
    ...{ created_by: user, created_at: tx.now },
  }))
  await insertAll(tx, 'attachments', rows)
  return rows.map(({ gid }) => gid)
}

/** Copies the attachments of tasks; `copyOf` has the copy of each. Throws 403 if they would exceed the quota. */
export async function copyAttachments(
  tx: Writer,
  terms: AttachmentTerms,
  copyOf: ReadonlyMap<number, number>,
): Promise<void> {
  const found = await attachmentsOf(tx, [...copyOf.keys()])
  const copies = found.map(source => ({
    ...{ source, parent: copyOf.get(source.parent) ?? 0, parent_type: source.parent_type },
  }))
  await insertCopies(tx, terms, copies)
}

/** Copies the attachments of tasks into a project template. Returns the gids of the copies of each task. */
export async function saveAttachments(
  tx: Writer,
  terms: AttachmentTerms & { template: number },
  tasks: readonly number[],
): Promise<Map<number, number[]>> {
  const found = await attachmentsOf(tx, tasks)
  const place = { parent: terms.template, parent_type: 'project_template' }
  const gids = await insertCopies(
    tx,
    terms,
    found.map(source => ({ source, ...place })),
  )
  const saved = found.map(({ parent }, at) => ({ parent, gid: gids[at] ?? 0 }))
  return new Map([...Map.groupBy(saved, ({ parent }) => parent)].map(([task, own]) => [task, own.map(row => row.gid)]))
}

/** Gives new tasks copies of the attachments that their template keeps. Throws 403 if they would exceed the quota. */
export async function attachSaved(
  tx: Writer,
  terms: AttachmentTerms,
  tasks: readonly { gid: number; attachments?: readonly number[] }[],
): Promise<void> {
  const parentOf = new Map(tasks.flatMap(({ gid, attachments = [] }) => attachments.map(kept => [kept, gid] as const)))
  if (parentOf.size === 0) return
  const found = await attachmentsAmong(tx, [...parentOf.keys()])
  const copies = found.map(source => ({ source, parent: parentOf.get(source.gid) ?? 0, parent_type: 'task' }))
  await insertCopies(tx, terms, copies)
}

/** Removes the attachments that a template keeps, and releases their files. */
export async function removeSaved(tx: Writer, template: number): Promise<void> {
  await releaseFiles(tx, 'parent', [template])
  await deleteWhere(tx, 'attachments', { parent: template })
}
