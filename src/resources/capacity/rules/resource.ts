/** Who can be allocated and have a rate: an active member of the workspace, or one of its placeholders. */
import { invalidReference } from '../../../lib/errors.ts'
import { getForUpdate } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { placeholderOf, type resourceTypes } from '../../../store/queries/capacity/capacity.ts'
import { lockMembers } from '../../work/rules/membership.ts'

type ResourceType = (typeof resourceTypes)[number]

/** The type of the user or placeholder, locked. Throws 400 unless it belongs to the workspace; `at` names the field. */
export async function lockResource(
  tx: Writer,
  workspace: number,
  gid: number,
  at: 'assignee' | 'resource',
): Promise<ResourceType> {
  if ((await placeholderOf(tx, gid)) === undefined) {
    await lockMembers(tx, workspace, [gid], () => at)
    return 'user'
  }
  const found = await getForUpdate(tx, 'placeholders', gid)
  if (found.workspace !== workspace || found.deleted_at !== null) throw invalidReference(at, gid)
  return 'placeholder'
}
