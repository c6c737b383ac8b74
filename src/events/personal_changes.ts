/**
 * Changes that only their owner sees, in the log of a workspace of the owner. Invariant: they are in no stream, so that
 * neither events nor webhooks contain them.
 */
import type { PersonalChange, Writer } from '../store/db.ts'
import { appendChanges, firstWorkspaces } from '../store/queries/events/log.ts'

type PlacedChange = PersonalChange & { workspace: number }

/** The personal changes of a transaction with their workspaces. An owner without a workspace has no log. */
export async function placePersonalChanges(tx: Writer): Promise<PlacedChange[]> {
  const changes = tx.personalChanges.splice(0)
  const without = changes.flatMap(({ owner, workspace }) => (workspace === undefined ? owner : []))
  const found = without.length === 0 ? new Map<number, number>() : await firstWorkspaces(tx, without)
  return changes.flatMap(change => {
    const workspace = change.workspace ?? found.get(change.owner)
    return workspace === undefined ? [] : { ...change, workspace }
  })
}

/** Appends personal changes. The caller holds the locks on the logs of their workspaces. */
export async function appendPersonalChanges(tx: Writer, changes: readonly PlacedChange[]): Promise<void> {
  if (changes.length === 0) return
  const { user, page = null } = tx.origin
  const none = { resource_subtype: null, parent_type: null, parent: null, field: null, change_action: null }
  const entries = changes.map(({ owner, type, gid, action, workspace }) => ({
    ...{ workspace, at: tx.now, user, resource_type: type, resource: gid, action, streams: [], page, owner },
    ...{ ...none, value_type: null, value: null, old_value: null, new_value: null },
  }))
  await appendChanges(tx, entries)
}
