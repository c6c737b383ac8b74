/** The next batch of a webhook: the changes after its cursor that pass its filters and that its owner may see now. */
import type { Clock } from '../lib/clock.ts'
import type { Name } from '../names.ts'
import { passes, type WebhookFilter } from '../resources/platform/rules/webhook_filters.ts'
import type { Reader } from '../store/db.ts'
import { type ChangeSubjects, loadSubjects } from '../store/queries/events/log.ts'
import { type ChangeRow, changesAfter, hiddenAmong, type WebhookRow } from '../store/queries/jobs/webhooks.ts'
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
  watch: WebhookSubscription,
  after: number,
  until = Infinity,
): Promise<Batch> {
  const filters = JSON.parse(watch.filters) as WebhookFilter[]
  const look = filters.length > 0 ? MAX_FILTERED_CHANGES : MAX_EVENTS + 1
  const found = await changesAfter(reader, watch.resource, after, look)
  const rows = found.filter(row => row.gid <= until)
  const passing = rows.filter(row => passes(filters, row))
  const told = passing.slice(0, MAX_EVENTS)
  const isCut = told.length < passing.length
  const end = isCut ? told.at(-1) : rows.at(-1)
  const visible = await visibleChanges(reader, watch.user, told)
  const known: ChangeSubjects = new Map()
  await loadSubjects(reader, known, {
    task: visible.flatMap(row => relatedGids(row, 'task')),
    custom_field: visible.flatMap(row => relatedGids(row, 'custom_field')),
  })
  const events = visible.map(row => wireEvent(row, known))
  return {
    ...{ events, body: JSON.stringify({ events }) },
    first: visible[0]?.gid ?? null,
    last: visible.at(-1)?.gid ?? null,
    cursor: end?.gid ?? after,
    hasMore: isCut || found.length === look,
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
): (watch: WebhookSubscription, after: number) => Promise<Batch> {
  const recent = new Map<string, { until: number; made: Promise<Batch> }>()
  return async (watch, after) => {
    const key = JSON.stringify([watch.user, watch.resource, watch.filters, after])
    const known = recent.get(key)
    if (known && clock() < known.until) {
      const batch = await known.made
      return { ...batch, hasMore: true }
    }
    const made = loadBatch(reader, watch, after)
    recent.delete(key)
    recent.set(key, { until: clock() + CACHE_TTL_MS, made })
    const [oldest] = recent.keys()
    if (recent.size > MAX_CACHED_BATCHES && oldest !== undefined) recent.delete(oldest)
    const batch = await made.catch(error => {
      recent.delete(key)
      throw error
    })
    // The webhook is scheduled again when a change comes, and must not get the empty batch from the cache then.
    if (batch.events.length === 0) recent.delete(key)
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
  const spoken = new Map<Name, Set<number>>()
  const note = (type: string | null, gid: number | null) => {
    if (type === null || gid === null || PUBLIC_TYPES.includes(type)) return
    spoken.set(type as Name, (spoken.get(type as Name) ?? new Set()).add(gid))
  }
  for (const row of rows) {
    note(row.resource_type, row.resource)
    note(row.parent_type, row.parent)
    note(row.value_type, row.value)
  }
  const hidden = new Set<number | null>()
  for (const [type, gids] of spoken) for (const gid of await hiddenAmong(reader, me, type, [...gids])) hidden.add(gid)
  return rows.filter(row => ![row.resource, row.parent, row.value].some(gid => hidden.has(gid)))
}
