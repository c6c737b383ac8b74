/**
 * The path of every API request: route, authenticate, acquire a permit, decode, check rights, execute, present,
 * release. All entry points use this one function, so that no operation can skip a step.
 */

import { requireScope } from '../catalog/scopes.ts'
import type { Selection, SelectionResult } from '../graph/graph.ts'
import { type Actor, originOf } from '../identity/actor.ts'
import { authenticate } from '../identity/tokens.ts'
import { notFound, unknownObject } from '../lib/errors.ts'
import { together } from '../lib/together.ts'
import type { Permit } from '../limits/limits.ts'
import type { Name } from '../names.ts'
import { allows, type Right } from '../policy/rights.ts'
import { RIGHTS } from '../store/cache/memory_cache.ts'
import { type Confirm, type Reader, RightLowered, type Store, type Writer } from '../store/db.ts'
import { wasDeleted } from '../store/queries/objects.ts'
import type { LoadContext } from '../vocabulary/field.ts'
import { parseInput, type Reference } from '../vocabulary/input.ts'
import {
  type Answer,
  created,
  type Operation,
  type ReadCall,
  requiredRight,
  type WriteCall,
} from '../vocabulary/operation.ts'
import { requirePermissions } from '../vocabulary/permission_check.ts'
import { runBatch } from './batch/batch.ts'
import type { RequestBody } from './body.ts'
import { body, EMPTY_OBJECT, indented, listOf } from './envelope.ts'
import { receiveBody } from './files/receive.ts'
import { earlierResponse, idempotentRequest, withValidKey } from './idempotency/idempotency.ts'
import { writeOnce } from './idempotency/write_once.ts'
import { optionsOf, type Query, selectionOf } from './options.ts'
import { nextPage, windowOf } from './paging.ts'
import { acquireJobSlot, acquirePermit } from './rate_limit.ts'
import type { Incoming, Kernel, Outgoing } from './request.ts'
import { type InputReference, resolve } from './resolve.ts'
import { type Match, route } from './router.ts'
import { warnOfUnknownNames } from './unknown_names.ts'
import { announceChanges } from './versioning.ts'

export async function dispatch(kernel: Kernel, incoming: Incoming): Promise<Outgoing> {
  const match = route(kernel.router, incoming)
  incoming.execution.route = match.operation
  const actor = await authenticate(kernel.store, incoming, kernel.clock())
  incoming.execution.actor = actor
  incoming = withValidKey(incoming, actor)
  if (match.operation.answers === 'batch') {
    return runBatch(kernel, incoming, match, actor, (action, inner, permit) =>
      serve(kernel, action, inner, actor, permit),
    )
  }
  return serve(kernel, incoming, match, actor, await acquirePermit(kernel, incoming, actor, match.operation))
}

/** Performs a request that holds a permit, and releases that. */
async function serve(
  kernel: Kernel,
  incoming: Incoming,
  match: Match,
  actor: Actor,
  permit: Permit,
): Promise<Outgoing> {
  let cost: number | undefined
  try {
    requireScope(actor, match.operation)
    const [outgoing, shown] = await perform(kernel, incoming, match, actor)
    cost = shown.cost
    return outgoing
  } finally {
    kernel.limits.release(permit, cost)
  }
}

interface OperationResult {
  answer: Answer
  /** The rights that the operation relied on. */
  rights: ReadCall['rights']
  shown: SelectionResult
}

/** Receives the body, and performs the operation. An upload that no object got is removed. */
async function perform(
  kernel: Kernel,
  incoming: Incoming,
  match: Match,
  actor: Actor,
): Promise<[outgoing: Outgoing, shown: SelectionResult]> {
  const { operation } = match
  const enabled = announceChanges(kernel, operation, incoming)
  /** Checks input and rights as of a reader. */
  const admitOn = async (body: RequestBody, reader: Reader) => {
    const { syncTokens, outbound, downloads, filesQuota, clock } = kernel
    const context: LoadContext = { actor, reader, publicUrl: incoming.origin, enabled, downloads, clock }
    const window = windowOf(kernel, operation, incoming, actor)
    const input = await admit(reader, actor, match, incoming.query, body)
    return { context, call: { ...context, ...input, window, syncTokens, outbound, filesQuota } as ReadCall }
  }
  const { body, upload } = await receiveBody(kernel, operation, incoming, early =>
    prepare(kernel, operation, reader => admitOn(early, reader)),
  )
  try {
    if (kernel.hints) warnOfUnknownNames(kernel, operation, incoming, body)
    const result = await execute(kernel, incoming, match, actor, body, reader => admitOn(body, reader))
    const [{ isRepeated }] = result
    if (upload && isRepeated) await kernel.uploads.discard(upload.key)
    return result
  } catch (error) {
    if (upload) await kernel.uploads.discard(upload.key)
    throw error
  }
}

type Admission = (reader: Reader) => Promise<{ context: LoadContext; call: ReadCall }>

async function execute(
  kernel: Kernel,
  incoming: Incoming,
  match: Match,
  actor: Actor,
  body: RequestBody,
  admitOn: Admission,
): Promise<[outgoing: Outgoing, shown: SelectionResult]> {
  const { operation } = match
  const options = optionsOf(incoming.query, body)
  const selection = selectionOf(operation, options)
  const once = operation.method === 'GET' ? undefined : idempotentRequest(incoming, actor, body)
  const earlier = once && (await earlierResponse(kernel.store.read, once))
  if (earlier) return [earlier, emptyResult]
  const prepared = operation.prepare && (await prepare(kernel, operation, admitOn))
  const serve = async (reader: Reader, tx?: Writer): Promise<OperationResult> => {
    const { context, call } = await admitOn(reader)
    if (tx && operation.limit === 'job') await acquireJobSlot(kernel, tx, actor)
    const answer = await operation.execute({ ...call, tx, prepared } as WriteCall)
    const showing = show(kernel, match, answer, selection, context)
    return { answer, rights: call.rights, shown: await (tx?.pipelined ? recordDuring(showing, tx) : showing) }
  }
  const confirm: Confirm<OperationResult> = async ({ answer, rights }, committed, tx) => {
    const { context, call } = await admitOn(committed)
    mustKeepRights(rights, call.rights)
    return { answer, rights, shown: await show(kernel, match, answer, selection, { ...context, reader: tx }) }
  }
  const outgoingOf = ({ answer, shown }: OperationResult): Outgoing => {
    const outgoing = envelope(kernel, operation, incoming, actor, answer, shown)
    return options.pretty ? { ...outgoing, body: indented(outgoing.body) } : outgoing
  }
  const write = { work: (tx: Writer) => serve(tx, tx), confirm, origin: originOf(actor, incoming) }
  if (once) {
    const { outgoing, result } = await writeOnce(kernel.store, once, { ...write, outgoingOf })
    return [outgoing, result?.shown ?? emptyResult]
  }
  const writing = () => kernel.store.write(write.work, write.origin, confirm)
  const result = await (operation.method === 'GET' ? readConsistently(kernel.store, operation, serve) : writing())
  return [outgoingOf(result), result.shown]
}

/** Everything is written when a response is built, so its changes are recorded in the same round trips. */
async function recordDuring(showing: Promise<SelectionResult>, tx: Writer): Promise<SelectionResult> {
  await together(showing, tx.recordChanges())
  return showing
}

/**
 * The result of the operation's `prepare`. It takes time and holds no lock, so `execute` needs its own check of input
 * and rights, on a cache that has caught up.
 */
async function prepare({ store }: Kernel, operation: Operation, admitOn: Admission): Promise<unknown> {
  const { call } = await admitOn(store.read)
  const prepared = await operation.prepare?.(call)
  await store.read.cache.catchUp()
  return prepared
}

/** Throws if one of the rights is lower now: then the store runs the write again. */
export function mustKeepRights(rights: ReadCall['rights'], now: ReadCall['rights']): void {
  if (Object.entries(rights).some(([name, right]) => !allows(now[name], right))) throw new RightLowered()
}

/** How often a read is repeated because rights changed meanwhile, before it uses a snapshot. */
const MAX_ATTEMPTS = 2

/**
 * Makes several statements equivalent to one: the rights that were checked first must still hold when the last
 * statement returns, and the cache then knows whether they do. If loading is the access check, the graph verifies that
 * itself. A search may be slow, so it does not share its round trips.
 */
async function readConsistently(
  store: Store,
  { direct, limit }: Operation,
  read: (reader: Reader) => Promise<OperationResult>,
): Promise<OperationResult> {
  const reader = limit === undefined ? store.batched : store.read
  const { cache } = reader
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const since = cache.now()
    const result = await read(reader)
    if (direct && result.shown.isConsistent) return result
    if (cache.isUnchanged([RIGHTS], since)) return result
  }
  return store.snapshot(read)
}

/** Decodes the input and checks that the caller can use every object in it. */
export async function admit(
  reader: Reader,
  actor: Actor,
  { operation, params }: Match,
  query: Query,
  { data }: Pick<RequestBody, 'data'>,
) {
  const references: InputReference[] = []
  const path: Record<string, number> = {}
  const rights: Record<string, Right> = {}
  for (const [name, text] of Object.entries(params)) {
    if (!name.endsWith('_gid')) {
      Object.assign(path, { [name]: text })
      continue
    }
    const types = operation.params[name] ?? [name.slice(0, -'_gid'.length) as Name]
    const need = operation.direct ? null : requiredRight(operation, name)
    references.push({
      ...{ at: name, types, text, inPath: true, need },
      set: gid => Object.assign(path, { [name]: gid }),
      setRight: right => Object.assign(rights, { [name]: right }),
    })
    // A container in the path sets the field of that name in the body.
    const container = name.slice(0, -'_gid'.length)
    if (operation.status === created && operation.body[container]) data = { ...data, [container]: text }
  }
  const inputReferences: Reference[] = []
  const values = {
    query: parseInput(operation.query, query, inputReferences),
    body: parseInput(operation.body, data, inputReferences, operation.refused),
  }
  for (const reference of inputReferences) {
    const setRight = (right: Right) => void Object.assign(rights, { [reference.at]: right })
    references.push({ ...reference, inPath: false, setRight })
  }
  await resolve(reader, actor, references)
  await requirePermissions(operation, { actor, reader, path, ...values })
  return { path, rights, ...values }
}

const emptyResult: SelectionResult = { objects: [], gids: [], cost: 0, isConsistent: true }

async function show(
  { graph }: Kernel,
  { operation, params }: Match,
  answer: Answer,
  selection: Selection,
  context: LoadContext,
): Promise<SelectionResult> {
  if (answer === undefined) return emptyResult
  if (typeof answer !== 'number') return graph(answer.type ?? operation.type, answer.gids, selection, context)
  const shown = await graph(operation.type, [answer], selection, context)
  if (shown.objects.length > 0) return shown
  const { type } = operation
  const deleted = await wasDeleted(context.reader, context.actor.gid, type, answer)
  // Repeats the text of the request: an e-mail address or a key must not reveal the gid of an invisible object.
  throw deleted
    ? unknownObject(type, answer)
    : notFound(type, params[`${type}_gid`]?.slice(0, 100).toWellFormed() ?? answer)
}

function envelope(
  kernel: Kernel,
  operation: Operation,
  incoming: Incoming,
  actor: Actor,
  answer: Answer,
  { objects }: SelectionResult,
): Outgoing {
  const { status, answers } = operation
  if (answers === 'nothing') return { status, body: body(EMPTY_OBJECT) }
  const page = typeof answer === 'object' ? answer : undefined
  if (page && answers !== 'record') {
    const data = listOf(objects)
    if (page.extras) return { status, body: body(data, page.extras) }
    const next = nextPage(kernel, incoming, actor, operation, page.next)
    return { status, body: body(data, next === undefined ? {} : { next_page: next }) }
  }
  const outgoing = { status, body: body(objects[0], page?.extras) }
  const gid = page ? page.gids[0] : answer
  return status === created ? { ...outgoing, location: `/api/1.0/${plural(operation.type)}/${gid}` } : outgoing
}

function plural(name: Name): string {
  if (name.endsWith('y')) return `${name.slice(0, -1)}ies`
  return name.endsWith('s') ? `${name}es` : `${name}s`
}
