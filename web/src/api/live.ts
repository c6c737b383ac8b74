/**
 * Live updates. Each visible tab has one event stream, on which the server reports changes; the affected queries are
 * fetched again. Without a stream, each attempt to reconnect fetches all active queries again.
 */
import type { QueryClient } from '@tanstack/react-query'

/** The shortest and the longest delay before an attempt to reconnect. */
const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
/** Changes within this time are fetched together. */
const DEBOUNCE_MS = 150

interface LiveChange {
  resource: { resource_type: string }
  action: string
}

/** First members of the query keys in `queries.ts`, by the kind of a change. */
const KEYS_OF_KINDS: Record<string, readonly string[]> = {
  tokens: ['tokens', 'limits'],
  sessions: ['sessions'],
  applications: ['applications', 'grants'],
  webhooks: ['webhooks'],
  jobs: ['jobs'],
}

/** First members of the query keys, by the type of the changed object. */
const KEYS_OF_TYPES: Record<string, readonly string[]> = {
  workspace: ['organization', 'session'],
  workspace_membership: ['organization', 'session'],
  user: ['organization', 'session'],
  project: ['objects', 'webhooks'],
}

/** The delay before the next attempt: exponential, with jitter so that clients do not reconnect at once. */
const retryDelayMs = (failures: number): number =>
  Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** failures) * (0.5 + Math.random() / 2)

/** Collects query keys and invalidates their queries together, after DEBOUNCE_MS. */
function createRefetcher(client: QueryClient) {
  const pendingKeys = new Set<string>()
  let timer: number | undefined
  const flush = () => {
    timer = undefined
    const keys = new Set(pendingKeys)
    pendingKeys.clear()
    client.invalidateQueries({ predicate: ({ queryKey: [first] }) => keys.has(String(first)) })
  }
  return (keys: readonly string[]) => {
    for (const key of keys) pendingKeys.add(key)
    if (timer === undefined) timer = window.setTimeout(flush, DEBOUNCE_MS)
  }
}

/** Applies live updates until the returned function is called. */
export function followChanges(client: QueryClient): () => void {
  const refetch = createRefetcher(client)
  let current: EventSource | undefined
  let timer: number | undefined
  let failures = 0
  let isStale = false

  const close = () => {
    clearTimeout(timer)
    current?.close()
    current = undefined
  }
  const open = () => {
    close()
    const stream = new EventSource('/-/live')
    current = stream
    stream.onopen = () => {
      failures = 0
      if (isStale) client.invalidateQueries()
      isStale = false
    }
    stream.onmessage = ({ data }) => {
      const { resource, action } = JSON.parse(data) as LiveChange
      refetch(KEYS_OF_TYPES[resource.resource_type] ?? ['objects'])
      if (action === 'deleted' || action === 'undeleted') refetch(['trash'])
    }
    stream.addEventListener('own', ({ data }) => {
      for (const kind of JSON.parse(data) as string[]) refetch(KEYS_OF_KINDS[kind] ?? [])
    })
    stream.addEventListener('reset', () => client.invalidateQueries())
    // The browser reconnects at a fixed interval and stops at the first error response, so it is replaced here.
    stream.onerror = () => {
      close()
      isStale = true
      timer = window.setTimeout(() => {
        client.invalidateQueries()
        open()
      }, retryDelayMs(failures++))
    }
  }
  const follow = () => {
    if (document.hidden) {
      close()
      isStale = true
    } else {
      failures = 0
      open()
    }
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}
