/**
 * How waiting calls share requests: PUTs of one object become one call, and calls about several objects one batch.
 *
 * Invariant: what is put together changes nothing if the server refuses it whole; its calls are then sent on their own.
 */
import type { Answer, Call, OutboxItem } from './outbox.ts'

/** Items of one subject that one call sends. */
export type Bundle = readonly OutboxItem[]

const API = '/api/1.0'
const BATCH_PATH = `${API}/batch`
/** The limit of the server. */
const MAX_BATCH_ACTIONS = 10
/** With fewer waiting calls, each is faster as a request of its own. */
const MIN_BATCH_CALLS = 5

const BATCHED_POST = /\/(?:add|remove|insert|setParent)[A-Za-z]*$/

/** Whether a call can be an action of a batch: it creates nothing, and the API executes it. */
const isBatchable = ({ call: { method, path }, creates }: OutboxItem): boolean =>
  creates === undefined &&
  path.startsWith(`${API}/`) &&
  (method === 'PUT' || (method === 'POST' && BATCHED_POST.test(path)))

/** Texts are not merged: each one names the version that it replaces. */
const isMergeable = ({ call: { method, path }, subject }: OutboxItem, first: OutboxItem): boolean =>
  method === 'PUT' && path === first.call.path && path.startsWith(`${API}/`) && subject === first.subject

/** The first item of a subject, with the PUTs of the same object that wait right after it. */
function bundleOf(items: readonly OutboxItem[], mayJoin: (item: OutboxItem) => boolean): Bundle {
  const [first, ...later] = items
  if (first?.call.method !== 'PUT' || !mayJoin(first)) return items.slice(0, 1)
  const end = later.findIndex(item => !isMergeable(item, first) || !mayJoin(item))
  return [first, ...(end < 0 ? later : later.slice(0, end))]
}

/** What the outbox knows of its items. */
interface QueueState {
  readonly queue: readonly OutboxItem[]
  readonly inFlight: ReadonlySet<string>
  /** Items that were refused together with others. */
  readonly alone: ReadonlySet<string>
}

/** The texts of a call that can be gids: parts of its path, and values of its data. */
function textsOf({ path, data }: Call): string[] {
  const texts = path.split('/')
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(data)
  return texts
}

/**
 * The bundles that can be sent now: calls of one subject in their order, after the objects that they mention exist, and
 * after earlier calls about those objects: a task goes after its neighbour only once the neighbour has its place. What
 * is deleted takes its content with it, so a deletion waits for every earlier call.
 */
function readyBundles({ queue, inFlight, alone }: QueueState): Bundle[] {
  const created = queue.flatMap(({ creates }) => creates ?? [])
  const firstIndexes = new Map<string, number>()
  const indexes = new Map<string, number>()
  for (const [index, { id, subject }] of queue.entries()) {
    indexes.set(id, index)
    if (!firstIndexes.has(subject)) firstIndexes.set(subject, index)
  }
  const waits = (item: OutboxItem): boolean => {
    const index = indexes.get(item.id) ?? 0
    if (item.call.method === 'DELETE') return index > 0
    const isEarlier = (text: string) => text !== item.subject && (firstIndexes.get(text) ?? index) < index
    if (textsOf(item.call).some(isEarlier)) return true
    if (created.length === 0) return false
    const text = JSON.stringify(item.call)
    return created.some(gid => gid !== item.creates && text.includes(gid))
  }
  const mayJoin = (item: OutboxItem): boolean => !alone.has(item.id) && !waits(item)
  return [...Map.groupBy(queue, ({ subject }) => subject).values()].flatMap((items): Bundle[] => {
    const [first] = items
    return !first || inFlight.has(first.id) || waits(first) ? [] : [bundleOf(items, mayJoin)]
  })
}

/** The requests that can be sent now: each has one bundle, or several ones as a batch. */
export function readyRequests(state: QueueState): (readonly Bundle[])[] {
  const ready = readyBundles(state)
  const batched = ready.filter(([first]) => first && isBatchable(first) && !state.alone.has(first.id))
  if (batched.length < MIN_BATCH_CALLS) return ready.map(bundle => [bundle])
  const shared = new Set(batched)
  const requests: (readonly Bundle[])[] = ready.filter(bundle => !shared.has(bundle)).map(bundle => [bundle])
  for (let at = 0; at < batched.length; at += MAX_BATCH_ACTIONS)
    requests.push(batched.slice(at, at + MAX_BATCH_ACTIONS))
  return requests
}

/** The one call of a bundle. A later value of a member replaces an earlier one; custom fields are merged by field. */
export function mergedCall(bundle: Bundle): Call {
  const [first] = bundle
  if (!first) throw new Error('A bundle has at least one item.')
  if (bundle.length === 1) return first.call
  const data: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  for (const { call } of bundle) {
    Object.assign(fields, call.data?.custom_fields)
    Object.assign(data, call.data)
  }
  return { ...first.call, data: { ...data, ...(Object.keys(fields).length > 0 && { custom_fields: fields }) } }
}

export function batchCall(bundles: readonly Bundle[]): Call {
  const actions = bundles.map(mergedCall).map(({ method, path, data }) => ({
    ...{ method: method.toLowerCase(), relative_path: path.slice(API.length), data },
  }))
  return { method: 'POST', path: BATCH_PATH, data: { actions } }
}

interface BatchResult {
  readonly status_code: number
  readonly body?: { readonly data?: unknown; readonly errors?: readonly { readonly message: string }[] }
}

/** The answer of each action of a batch; undefined if the server did not run the batch. */
export function answersOf({ status, data }: Answer): readonly Answer[] | undefined {
  if (status >= 300 || !Array.isArray(data)) return undefined
  return (data as readonly BatchResult[]).map(({ status_code, body }) => ({
    ...{ status: status_code, message: body?.errors?.[0]?.message ?? '', data: body?.data },
  }))
}

export const HTTP = { unauthorized: 401, tooMany: 429, serverError: 500 }

/** Whether the same call may be answered otherwise later. */
export const isTransient = (status: number): boolean =>
  status === 0 || status === HTTP.tooMany || status >= HTTP.serverError

/** Whether an answer says nothing about the call: it stays in the queue. */
export const isUnsettled = (status: number): boolean => isTransient(status) || status === HTTP.unauthorized
