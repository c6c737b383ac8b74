/**
 * The filters of webhooks, parsed once for each stored text. `schedule_deliveries` evaluates them to find the webhooks
 * with events, and `batch` to select the events.
 * Invariant: memory is bounded; a text that is long or was dropped is parsed again.
 */
import { passes, type WebhookFilter } from '../resources/platform/rules/webhook_filters.ts'
import type { ChangeSummary } from '../store/queries/jobs/webhooks.ts'

export interface ChangeFilter {
  /** Whether all changes pass. */
  passesAll: boolean
  passes(change: ChangeSummary): boolean
}

const MAX_CACHED_FILTERS = 1000
const MAX_CACHED_CHARACTERS = 2000

const cached = new Map<string, ChangeFilter>()

/** The filter for the stored filters of a webhook. The text is the key, so a change of the filters needs no invalidation. */
export function filterOf(text: string): ChangeFilter {
  const known = cached.get(text)
  if (known) return known
  const filters = JSON.parse(text) as WebhookFilter[]
  const filter = { passesAll: filters.length === 0, passes: (change: ChangeSummary) => passes(filters, change) }
  if (text.length > MAX_CACHED_CHARACTERS) return filter
  cached.set(text, filter)
  const [oldest] = cached.keys()
  if (cached.size > MAX_CACHED_FILTERS && oldest !== undefined) cached.delete(oldest)
  return filter
}
