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

/** A tab says up to which position it has read everything: what came between that and now, the others have received. */
interface Joined {
  readonly kind: 'joined'
  readonly from: string
  readonly position: string
}

/** A message that the reading tab relays; with `to`, only to one tab. */
type Relayed = StreamMessage & { readonly to?: string }

interface StreamOptions {
  readonly user: string
  /** The cursor up to which this tab has received the stream. */
  position(): string
  readonly read: ReadStream
  onMessage(message: StreamMessage): void
}

/** Delivers the messages of one stream to this tab, whichever tab reads it. Returns a function that stops. */
export function shareStream({ user, position, read, onMessage }: StreamOptions): () => void {
  const end = new AbortController()
  const channel = new BroadcastChannel(`${LOCK} ${user}`)
  const me = crypto.randomUUID()
  let isReader = false
  channel.addEventListener('message', ({ data }: MessageEvent<Joined | Relayed>) => {
    if (data.kind !== 'joined') {
      if (data.to === undefined || data.to === me) onMessage(data)
    } else if (isReader && data.position !== position()) {
      channel.postMessage({ kind: 'reset', data: '{}', cursor: position(), to: data.from } satisfies Relayed)
    }
  })
  const relay = (message: StreamMessage) => {
    onMessage(message)
    channel.postMessage(message)
  }
  if (navigator.locks) {
    navigator.locks
      .request(`${LOCK} ${user}`, { signal: end.signal }, () => {
        isReader = true
        read(relay, end.signal)
        return new Promise<void>(resolve => end.signal.addEventListener('abort', () => resolve()))
      })
      .catch(() => {})
    channel.postMessage({ kind: 'joined', from: me, position: position() } satisfies Joined)
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
