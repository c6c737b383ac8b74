/**
 * The gate of a world: requests pass it while the world is in use, and wait while its contents are replaced.
 * Invariant: no request is being answered while the contents are replaced.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { withTimeout } from '../../lib/clock.ts'

export interface Gate {
  /** Whether requests pass it at once. */
  readonly isOpen: boolean
  /** Waits until it opens. It may be closed again when the caller goes on. */
  opened(): Promise<void>
  /** Counts a request, while it is open. */
  pass(request: IncomingMessage, response: ServerResponse): void
  /** Runs `work` while no request is being answered. Connections whose requests take too long are closed. */
  whileClosed<T>(work: () => Promise<T>): Promise<T>
}

/** The time that requests have to end before their connections are closed. */
const GRACE_MS = 2000

/** The pages that a browser keeps open end at once: they load their state again. */
const isStream = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/-/live')

export function createGate(): Gate {
  const requests = openRequests()
  let closed: Promise<void> | undefined
  return {
    get isOpen() {
      return closed === undefined
    },
    async opened() {
      await closed
    },
    pass: requests.add,
    async whileClosed(work) {
      const { promise, resolve } = Promise.withResolvers<void>()
      closed = promise
      try {
        await requests.end()
        return await work()
      } finally {
        closed = undefined
        resolve()
      }
    },
  }
}

/** The requests that are being answered. */
function openRequests() {
  const open = new Map<ServerResponse, IncomingMessage>()
  let onEmpty: (() => void) | undefined
  const leave = (response: ServerResponse) => {
    if (open.delete(response) && open.size === 0) onEmpty?.()
  }
  const cutOff = (isAffected: (request: IncomingMessage) => boolean) => {
    for (const [response, request] of open) {
      if (!isAffected(request)) continue
      response.destroy()
      leave(response)
    }
  }
  return {
    add(request: IncomingMessage, response: ServerResponse) {
      open.set(response, request)
      response.on('close', () => leave(response))
    },
    /** Waits until all have ended, and closes the connections of those that take too long. */
    async end() {
      cutOff(isStream)
      if (open.size === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      onEmpty = resolve
      await withTimeout(GRACE_MS, promise, undefined)
      onEmpty = undefined
      cutOff(() => true)
    },
  }
}
