/**
 * One event stream for all tabs of the browser: the tab that holds a lock reads it, and relays what it receives. Without
 * locks, on plain http, each visible tab reads a stream of its own.
 */

/** A message of the event stream, as tabs pass it on. */
export interface StreamMessage {
  readonly kind: 'change' | 'own' | 'reset' | 'open' | 'closed'
  readonly data: string
  readonly cursor: string
}

const LOCK = 'workloom-live'
const HIDDEN_CLOSE_MS = 60_000

/** Reads the stream until `signal` ends it; calls `onMessage` for each message. */
type ReadStream = (onMessage: (message: StreamMessage) => void, signal: AbortSignal) => void

/** Delivers the messages of one stream to this tab, whichever tab reads it. Returns a function that stops. */
export function shareStream(user: string, read: ReadStream, onMessage: (message: StreamMessage) => void): () => void {
  const end = new AbortController()
  const channel = new BroadcastChannel(`${LOCK} ${user}`)
  channel.addEventListener('message', ({ data }) => onMessage(data as StreamMessage))
  const relay = (message: StreamMessage) => {
    onMessage(message)
    channel.postMessage(message)
  }
  if (navigator.locks) {
    navigator.locks
      .request(`${LOCK} ${user}`, { signal: end.signal }, () => {
        read(relay, end.signal)
        return new Promise<void>(resolve => end.signal.addEventListener('abort', () => resolve()))
      })
      .catch(() => {})
  } else readWhileVisible(read, onMessage, end.signal)
  return () => {
    end.abort()
    channel.close()
  }
}

function readWhileVisible(read: ReadStream, onMessage: (message: StreamMessage) => void, signal: AbortSignal): void {
  let current: AbortController | undefined
  let timer: number | undefined
  const follow = () => {
    clearTimeout(timer)
    if (!document.hidden && !current) {
      current = new AbortController()
      read(onMessage, AbortSignal.any([signal, current.signal]))
    }
    if (document.hidden) {
      timer = window.setTimeout(() => {
        current?.abort()
        current = undefined
      }, HIDDEN_CLOSE_MS)
    }
  }
  document.addEventListener('visibilitychange', follow, { signal })
  follow()
}
