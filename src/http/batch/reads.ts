/**
 * Reads of a batch that are loaded together: objects by their gids, in one load for each operation and selection.
 *
 * Invariants:
 * - Loading an object is its access check, so an action sees what it would see by itself.
 * - An action whose object is not found here, or whose load fails, runs by itself and gets its own error.
 */
import { requireScope } from '../../catalog/scopes.ts'
import type { Actor } from '../../identity/actor.ts'
import { parseGid } from '../../lib/gid.ts'
import type { Utf8 } from '../../lib/strings.ts'
import type { Operation } from '../../vocabulary/operation.ts'
import { body, indented } from '../envelope.ts'
import { type OutputOptions, optionsOf, selectionOf } from '../options.ts'
import type { Kernel } from '../request.ts'
import { warnOfUnknownNames } from '../unknown_names.ts'
import { announceChanges } from '../versioning.ts'
import type { BatchAction } from './actions.ts'

/** The response to an action, and its part of the cost of the load. */
export interface LoadedRead {
  status: number
  body: Utf8
  cost: number
}

/** Reads of objects of one type with the same options. */
interface AlikeReads {
  operation: Operation
  options: OutputOptions
  /** The action of each, by its index in the batch, and the object in its path. */
  reads: { index: number; action: BatchAction; gid: number }[]
}

/** Loads the objects of all actions that read one by its gid; returns the response to each, by its index. */
export async function readTogether(
  kernel: Kernel,
  actions: readonly BatchAction[],
  actor: Actor,
  origin: string,
): Promise<readonly (LoadedRead | undefined)[]> {
  const loaded: (LoadedRead | undefined)[] = actions.map(() => undefined)
  for (const alike of readsBySelection(actions)) {
    // Each runs by itself then, and the error is that of its own request.
    await loadAlike(kernel, alike, { actor, origin }, loaded).catch(() => undefined)
  }
  return loaded
}

function readsBySelection(actions: readonly BatchAction[]): AlikeReads[] {
  const groups: AlikeReads[] = []
  for (const [index, action] of actions.entries()) {
    const gid = gidReadBy(action)
    const options = gid === undefined ? undefined : validOptionsOf(action)
    const operation = action.match?.operation
    if (gid === undefined || options === undefined || operation === undefined) continue
    const read = { index, action, gid }
    const alike = groups.find(group => group.operation === operation && isSame(group.options, options))
    if (alike) alike.reads.push(read)
    else groups.push({ operation, options, reads: [read] })
  }
  return groups
}

const isSame = (one: OutputOptions, other: OutputOptions): boolean =>
  one.fields === other.fields && one.expand === other.expand && one.pretty === other.pretty

/** The object that an action reads by the gid in its path; undefined for any other action. */
function gidReadBy({ match, isRefused }: BatchAction): number | undefined {
  if (!match?.operation.direct || isRefused) return undefined
  return parseGid(match.params[`${match.operation.type}_gid`] ?? '')
}

function validOptionsOf({ query, body }: BatchAction): OutputOptions | undefined {
  try {
    return optionsOf(query, body)
  } catch {
    return undefined
  }
}

async function loadAlike(
  kernel: Kernel,
  { operation, options, reads }: AlikeReads,
  { actor, origin }: { actor: Actor; origin: string },
  loaded: (LoadedRead | undefined)[],
): Promise<void> {
  requireScope(actor, operation)
  const { store, downloads, graph, clock } = kernel
  let enabled: ReadonlySet<string> = new Set()
  // All have the headers of the batch.
  for (const { action } of reads) enabled = announceChanges(kernel, operation, action)
  const context = { actor, reader: store.read, publicUrl: origin, enabled, downloads, clock }
  const gids = [...new Set(reads.map(({ gid }) => gid))]
  const shown = await graph(operation.type, gids, selectionOf(operation, options), context)
  if (!shown.isConsistent) return
  const jsonOf = new Map(shown.gids.map((gid, at) => [gid, shown.objects[at]]))
  for (const { index, gid, action } of reads) {
    const json = jsonOf.get(gid)
    if (json === undefined) continue
    if (kernel.hints) warnOfUnknownNames(kernel, operation, action.incoming, action.body)
    loaded[index] = {
      status: operation.status,
      body: options.pretty ? indented(body(json)) : body(json),
      cost: shown.cost / shown.gids.length,
    }
  }
}
