/**
 * The job that records uses for the typeahead: it counts the changes of each user.
 * Invariant: a user has at most `MAX_USES` uses of a type in a workspace.
 */
import { deleteAll, insertAll } from '../store/change.ts'
import type { Store, Writer } from '../store/db.ts'
import { completedTypes } from '../store/queries/search/typeahead.ts'
import { behindUses, excessUses, storedUses, type Use, usesInChanges } from '../store/queries/search/uses.ts'
import { followLog } from './follow_log.ts'
import type { JobKind } from './worker.ts'

/** The name of the setting, before the gid of the workspace. */
const POSITION = 'uses_position '
/** The time after which a use counts half. */
const HALF_LIFE_MS = 14 * 24 * 60 * 60 * 1000
/** The maximum number of objects of a type that a user uses in a workspace. */
export const MAX_USES = 200

export const recordUses = ({ store }: { store: Store }): JobKind =>
  followLog(store, POSITION, behindUses, ({ workspace }) => ({
    read: range => usesInChanges(store.read, range, completedTypes),
    record: (tx, uses) => record(tx, workspace, uses),
  }))

const keyOf = ({ user, resource }: Pick<Use, 'user' | 'resource'>) => `${user} ${resource}`

async function record(tx: Writer, workspace: number, uses: readonly Use[]): Promise<void> {
  if (uses.length === 0) return
  const used = Map.groupBy(uses, keyOf)
  const firsts = [...used.values()].flatMap(([first]) => first ?? [])
  const stored = await storedUses(
    tx,
    workspace,
    firsts.map(({ user, resource }) => [user, resource]),
  )
  const known = new Map(stored.map(row => [keyOf(row), row]))
  const rows = firsts.map(({ user, resource_type, resource }) => {
    const key = keyOf({ user, resource })
    const times = (used.get(key) ?? []).map(({ at }) => at)
    const { gid = tx.gid(), weight } = known.get(key) ?? {}
    return { gid, user, workspace, resource_type, resource, weight: weightOf(weight ? [weight, ...times] : times) }
  })
  await deleteAll(
    tx,
    'uses',
    stored.map(({ gid }) => gid),
  )
  await insertAll(tx, 'uses', rows)
  const grown = new Set(rows.filter(row => !known.has(keyOf(row))).map(({ user }) => user))
  if (grown.size > 0) await deleteAll(tx, 'uses', await excessUses(tx, workspace, [...grown], MAX_USES))
}

/**
 * The weight of several uses: the time of a single use that counts as much as all, when each counts half after every
 * half-life. So weights of different times compare without a change as time passes.
 */
export function weightOf(times: readonly number[]): number {
  const latest = Math.max(...times)
  const sum = times.reduce((total, time) => total + 2 ** ((time - latest) / HALF_LIFE_MS), 0)
  return Math.round(latest + HALF_LIFE_MS * Math.log2(sum))
}
