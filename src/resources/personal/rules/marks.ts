/**
 * Marks of what the web app stores for a person. A write of a kind sets another mark, from which open pages of the same
 * person learn that something of this kind has changed.
 */
import { tryInsert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'

type PersonalKind = 'preference' | 'view' | 'favorite'

/** Sets a new mark of one kind. The row of the person then exists, and is locked until the transaction ends. */
export async function markChanged(tx: Writer, user: number, kind: PersonalKind): Promise<void> {
  const changed = { [`${kind}_mark`]: tx.gid() }
  const row = { user, preferences: '{}', preference_mark: 0, view_mark: 0, favorite_mark: 0, ...changed }
  if (!(await tryInsert(tx, 'personal_states', row))) await update(tx, 'personal_states', { user }, changed)
}
