/** The next batch of a webhook: the changes after its cursor that pass its filters and that its owner may see now. */
import type { Clock } from '../lib/clock.ts'
import type { Name } from '../names.ts'
import type { Reader } from '../store/db.ts'
import { type ChangeSubjects, loadSubjects } from '../store/queries/events/log.ts'
import { type ChangeRow, changesAfter, hiddenAmong, type WebhookRow } from '../store/queries/jobs/webhooks.ts'
import { filterOf } from './change_filter.ts'
import { type WireEvent, wireEvent } from './wire_event.ts'

export interface Batch {
  events: WireEvent[]
  /** The events as JSON: the body of the request. */
  body: string
  /** The first and the last change in it; null when it is empty. */
  first: number | null
  last: number | null
  /** The change after which the next batch begins. */
  cursor: number
  /** There may be more changes to deliver. */
  hasMore: boolean
}

/** The maximum of events in a delivery, and of changes that are read for it where a filter may drop some. */
const MAX_EVENTS = 100
const MAX_FILTERED_CHANGES = 500

type WebhookSubscription = Pick<WebhookRow, 'user' | 'resource' | 'filters'>

/** The batch after a change; with `until`, only changes up to and including that one. */
export async function loadBatch(
  reader: Reader,
  webhook: WebhookSubscription,
  after: number,
  until = Infinity,
): Promise<Batch> {
  const filter = filterOf(webhook.filters)
  const limit = filter.passesAll ? MAX_EVENTS + 1 : MAX_FILTERED_CHANGES
  const found = await changesAfter(reader, webhook.resource, after, limit)
  const rows = found.filter(row => row.gid <= until)
  const passing = rows.filter(filter.passes)
  const selected = passing.slice(0, MAX_EVENTS)
  const isCut = selected.length < passing.length
  const end = isCut ? selected.at(-1) : rows.at(-1)
  const visible = await visibleChanges(reader, webhook.user, selected)
  const subjects: ChangeSubjects = new Map()
  await loadSubjects(reader, subjects, {
    task: visible.flatMap(row => relatedGids(row, 'task')),
    custom_field: visible.flatMap(row => relatedGids(row, 'custom_field')),
  })
  const events = visible.map(row => wireEvent(row, subjects))
  return {
    ...{ events, body: JSON.stringify({ events }) },
    first: visible[0]?.gid ?? null,
    last: visible.at(-1)?.gid ?? null,
    cursor: end?.gid ?? after,
    hasMore: isCut || found.length === limit,
  }
}

const CACHE_TTL_MS = 250
const MAX_CACHED_BATCHES = 100

/**
 * Caches recent batches, because several webhooks of one person often deliver the same. A cached batch may lack changes
 * that were recorded since, so it is returned with `hasMore`.
 */
export function createBatchCache(
  reader: Reader,
  clock: Clock,
): (webhook: WebhookSubscription, after: number) => Promise<Batch> {
  const cached = new Map<string, { expiresAt: number; loading: Promise<Batch> }>()
  return async (webhook, after) => {
    const key = JSON.stringify([webhook.user, webhook.resource, webhook.filters, after])
    const known = cached.get(key)
    if (known && clock() < known.expiresAt) {
      const batch = await known.loading
      return { ...batch, hasMore: true }
    }
    const loading = loadBatch(reader, webhook, after)
    cached.delete(key)
    cached.set(key, { expiresAt: clock() + CACHE_TTL_MS, loading })
    const [oldest] = cached.keys()
    if (cached.size > MAX_CACHED_BATCHES && oldest !== undefined) cached.delete(oldest)
    const batch = await loading.catch(error => {
      cached.delete(key)
      throw error
    })
    // The webhook is scheduled again when a change comes, and must not get the empty batch from the cache then.
    if (batch.events.length === 0) cached.delete(key)
    return batch
  }
}

/** The parent and the value of a change, where they are of this type. */
const relatedGids = ({ parent_type, parent, value_type, value }: ChangeRow, type: Name): number[] => [
  ...(parent_type === type && parent !== null ? [parent] : []),
  ...(value_type === type && value !== null ? [value] : []),
]

/** Objects of these types are visible to everyone who can see the object that refers to them. */
const PUBLIC_TYPES: readonly string[] = ['user', 'workspace', 'tag']

/** The changes that refer to no object that is hidden from the user. A purged object hides nothing. */
async function visibleChanges(reader: Reader, me: number, rows: ChangeRow[]): Promise<ChangeRow[]> {
  const referenced = new Map<Name, Set<number>>()
  const add = (type: string | null, gid: number | null) => {
    if (type === null || gid === null || PUBLIC_TYPES.includes(type)) return
    referenced.set(type as Name, (referenced.get(type as Name) ?? new Set()).add(gid))
  }
  for (const row of rows) {
    add(row.resource_type, row.resource)
    add(row.parent_type, row.parent)
    add(row.value_type, row.value)
  }
  const hidden = new Set<number | null>()
  for (const [type, gids] of referenced)
    for (const gid of await hiddenAmong(reader, me, type, [...gids])) hidden.add(gid)
  return rows.filter(row => ![row.resource, row.parent, row.value].some(gid => hidden.has(gid)))
}
