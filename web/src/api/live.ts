/**
 * Keeps what the pages show current. The server names what has changed, over one line for each tab that is visible; only
 * that is fetched again. While there is no line, everything that is shown is fetched again at each attempt to open one.
 */
import type { QueryClient } from '@tanstack/react-query'

/** The first wait before another attempt, and the longest. */
const MIN_WAIT_MS = 1000
const MAX_WAIT_MS = 60_000
/** What is named within this time is fetched together. */
const DEBOUNCE_MS = 150

interface LiveChange {
  resource: { resource_type: string }
  action: string
}

/** By the kinds that the server names: the beginnings of the keys in `queries.ts`. */
const KEYS_OF_KINDS: Record<string, readonly string[]> = {
  tokens: ['tokens', 'limits'],
  sessions: ['sessions'],
  applications: ['applications', 'grants'],
  webhooks: ['webhooks'],
  jobs: ['jobs'],
}

/** The same by the type of an object that has changed. */
const KEYS_OF_TYPES: Record<string, readonly string[]> = {
  workspace: ['organization', 'session'],
  workspace_membership: ['organization', 'session'],
  user: ['organization', 'session'],
  project: ['objects', 'webhooks'],
}

/** Milliseconds until the next attempt; spread, so that the pages of a server that restarts do not return all at once. */
const waitAfter = (failures: number): number =>
  Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2)

/** Fetches again what is named, a moment later and once. */
function createRefetcher(client: QueryClient) {
  const named = new Set<string>()
  let timer: number | undefined
  const fetchAgain = () => {
    timer = undefined
    const keys = new Set(named)
    named.clear()
    client.invalidateQueries({ predicate: ({ queryKey: [first] }) => keys.has(String(first)) })
  }
  return (keys: readonly string[]) => {
    for (const key of keys) named.add(key)
    if (timer === undefined) timer = window.setTimeout(fetchAgain, DEBOUNCE_MS)
  }
}

/** Follows what changes until the answered function is called. */
export function followChanges(client: QueryClient): () => void {
  const fetchAgain = createRefetcher(client)
  let source: EventSource | undefined
  let timer: number | undefined
  let failures = 0
  let isBehind = false

  const close = () => {
    clearTimeout(timer)
    source?.close()
    source = undefined
  }
  const open = () => {
    close()
    const line = new EventSource('/-/live')
    source = line
    line.onopen = () => {
      failures = 0
      if (isBehind) client.invalidateQueries()
      isBehind = false
    }
    line.onmessage = ({ data }) => {
      const { resource, action } = JSON.parse(data) as LiveChange
      fetchAgain(KEYS_OF_TYPES[resource.resource_type] ?? ['objects'])
      if (action === 'deleted' || action === 'undeleted') fetchAgain(['trash'])
    }
    line.addEventListener('own', ({ data }) => {
      for (const kind of JSON.parse(data) as string[]) fetchAgain(KEYS_OF_KINDS[kind] ?? [])
    })
    line.addEventListener('reset', () => client.invalidateQueries())
    // The browser's own attempts come at one pace, and end at the first refusal.
    line.onerror = () => {
      close()
      isBehind = true
      timer = window.setTimeout(() => {
        client.invalidateQueries()
        open()
      }, waitAfter(failures++))
    }
  }
  const follow = () => {
    if (document.hidden) {
      close()
      isBehind = true
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
