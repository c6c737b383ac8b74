/**
 * Live changes: what other people and other tabs write. Events say which objects changed; the changed records are
 * fetched together. The cursor of the last event is stored with the records, so that a page resumes where it stopped.
 */
import type { StreamMessage } from './tabs.ts'

/** One change, as the stream sends it. */
export interface LiveChange {
  readonly resource: { readonly gid: string; readonly resource_type: string }
  readonly action: 'added' | 'removed' | 'changed' | 'deleted' | 'undeleted' | 'order'
  readonly field?: string
  readonly parent?: { readonly gid: string; readonly resource_type: string }
  /** The page that wrote, on streams of the same person. */
  readonly origin?: string
}

const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 30_000

/** A cursor that is in no workspace after another one; the workspaces are those of the first. */
export function earlierCursor(cursor: string, other: string): string {
  const others = new Map(
    other
      .split(',')
      .map(entry => entry.split(':'))
      .map(([workspace, last]) => [workspace, last]),
  )
  const earlier = (entry: string): string => {
    const [workspace, last] = entry.split(':')
    return `${workspace}:${Math.min(Number(last), Number(others.get(workspace) ?? last))}`
  }
  // A cursor of too many workspaces has no numbers.
  return cursor.includes(':') ? cursor.split(',').map(earlier).join(',') : cursor
}

/** The delay before the next attempt: exponential, with jitter, so that clients do not reconnect at once. */
const retryDelayMs = (failures: number): number =>
  Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** failures) * (0.5 + Math.random() / 2)

/** Reads `/-/live` from a cursor, and connects again after errors. The cursor of each message continues it. */
export function readLive(cursor: () => string, onMessage: (message: StreamMessage) => void, signal: AbortSignal): void {
  let stream: EventSource | undefined
  let timer: number | undefined
  let failures = 0
  const relay = (kind: StreamMessage['kind']) => (event: Event) => {
    const { data = '', lastEventId = '' } = event as MessageEvent<string>
    onMessage({ kind, data, cursor: lastEventId })
  }
  const open = () => {
    if (signal.aborted) return
    stream = new EventSource(`/-/live?after=${encodeURIComponent(cursor())}`)
    stream.onopen = event => {
      failures = 0
      relay('open')(event)
    }
    stream.onmessage = relay('change')
    stream.addEventListener('own', relay('own'))
    stream.addEventListener('reset', relay('reset'))
    // The browser stops at the first error response, so the stream is opened again here.
    stream.onerror = event => {
      stream?.close()
      relay('closed')(event)
      timer = window.setTimeout(open, retryDelayMs(failures++))
    }
  }
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    stream?.close()
  })
  open()
}
