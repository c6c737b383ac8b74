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
import type { Operation } from '../../vocabulary/operation.ts'
import { body, indented } from '../envelope.ts'
import { type OutputOptions, optionsOf, selectionOf } from '../options.ts'
import type { Kernel, Outgoing } from '../request.ts'
import { warnOfUnknownNames } from '../unknown_names.ts'
import { announceChanges } from '../versioning.ts'
import type { BatchAction } from './actions.ts'

/** An action that reads the object in its path. */
interface ObjectRead {
  action: BatchAction
  operation: Operation
  gid: number
  options: OutputOptions
}

/** The response to an action, and its part of the cost of the load. */
export interface LoadedRead {
  outgoing: Outgoing
  cost: number
}

/** Loads the objects of all actions that read one by its gid. */
export async function readTogether(
  kernel: Kernel,
  actions: readonly BatchAction[],
  actor: Actor,
): Promise<ReadonlyMap<BatchAction, LoadedRead>> {
  const loaded = new Map<BatchAction, LoadedRead>()
  for (const alike of readsBySelection(actions)) {
    // Each runs by itself then, and the error is that of its own request.
    await loadAlike(kernel, alike, actor, loaded).catch(() => undefined)
  }
  return loaded
}

function readsBySelection(actions: readonly BatchAction[]): Iterable<ObjectRead[]> {
  const groups = new Map<string, ObjectRead[]>()
  for (const action of actions) {
    const read = objectReadOf(action)
    if (read === undefined) continue
    const key = `${read.operation.id} ${read.options.pretty} ${read.options.fields} ${read.options.expand}`
    const group = groups.get(key)
    if (group) group.push(read)
    else groups.set(key, [read])
  }
  return groups.values()
}

/** Undefined for any other action, and for one that is invalid. */
function objectReadOf(action: BatchAction): ObjectRead | undefined {
  const { match, incoming, isRefused } = action
  if (!match?.operation.direct || isRefused) return undefined
  const { operation, params } = match
  const gid = parseGid(params[`${operation.type}_gid`] ?? '')
  if (gid === undefined) return undefined
  try {
    return { action, operation, gid, options: optionsOf(incoming.query, incoming.body()) }
  } catch {
    return undefined
  }
}

async function loadAlike(
  kernel: Kernel,
  reads: readonly ObjectRead[],
  actor: Actor,
  loaded: Map<BatchAction, LoadedRead>,
): Promise<void> {
  const [first] = reads
  if (first === undefined) return
  const { operation, options, action } = first
  requireScope(actor, operation)
  const { store, downloads, graph, clock } = kernel
  const enabled = announceChanges(kernel, operation, action.incoming)
  const context = { actor, reader: store.read, publicUrl: action.incoming.origin, enabled, downloads, clock }
  const gids = [...new Set(reads.map(({ gid }) => gid))]
  const shown = await graph(operation.type, gids, selectionOf(operation, options), context)
  if (!shown.isConsistent) return
  const jsonOf = new Map(shown.gids.map((gid, index) => [gid, shown.objects[index]]))
  for (const { gid, action } of reads) {
    const json = jsonOf.get(gid)
    if (json === undefined) continue
    announceChanges(kernel, operation, action.incoming)
    if (kernel.hints) warnOfUnknownNames(kernel, operation, action.incoming, action.incoming.body())
    const text = body(json)
    const outgoing = { status: operation.status, text: options.pretty ? indented(text) : text }
    loaded.set(action, { outgoing, cost: shown.cost / shown.gids.length })
  }
}
