/** Which queries of the pages a live change affects. Work objects are not queries: their records change in the cache. */
import type { QueryClient } from '@tanstack/react-query'
import type { LiveChange } from './live.ts'

/** First members of the query keys in `queries.ts`, by the kind of a change. */
const KEYS_OF_KINDS: Readonly<Record<string, readonly string[]>> = {
  tokens: ['tokens', 'limits'],
  sessions: ['sessions'],
  applications: ['applications', 'grants'],
  webhooks: ['webhooks'],
  jobs: ['jobs'],
  preference: ['session'],
  view: ['views'],
  favorite: ['favorites'],
  notification: ['session'],
}

/** First members of the query keys, by the type of the changed object. */
const KEYS_OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  workspace: ['organization', 'session'],
  workspace_membership: ['organization', 'session'],
  user: ['organization', 'session'],
  project: ['objects', 'webhooks', 'projects'],
  section: ['sections', 'objects'],
  view: ['views'],
  attachment: ['attachments'],
  // A new attachment of a task arrives as a story.
  story: ['attachments', 'objects'],
  time_tracking_entry: ['time_entries'],
  time_tracking_category: ['time_entries'],
  preference: ['session', 'preferences'],
  favorite: ['favorites'],
  notification: ['session'],
  access: ['objects', 'projects', 'sections', 'favorites', 'attachments'],
}

/** Changes within this time are fetched together. */
const DEBOUNCE_MS = 150

const pending = new Set<string>()

function invalidateKeys(client: QueryClient, keys: readonly string[]): void {
  const isFirst = pending.size === 0
  for (const key of keys) pending.add(key)
  if (!isFirst || pending.size === 0) return
  window.setTimeout(() => {
    const due = new Set(pending)
    pending.clear()
    void client.invalidateQueries({ predicate: ({ queryKey: [first] }) => due.has(String(first)) })
  }, DEBOUNCE_MS)
}

export function invalidateChanged(client: QueryClient, { resource, action }: LiveChange): void {
  invalidateKeys(client, KEYS_OF_TYPES[resource.resource_type] ?? ['objects'])
  if (action === 'deleted' || action === 'undeleted') invalidateKeys(client, ['trash'])
}

export function invalidateOwn(client: QueryClient, kinds: readonly string[]): void {
  invalidateKeys(
    client,
    kinds.flatMap(kind => KEYS_OF_KINDS[kind] ?? []),
  )
}
