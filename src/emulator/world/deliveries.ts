/** The calls of webhook targets that a world has made, with what was sent and answered. */
import type { Clock } from '../../lib/clock.ts'
import type { HttpPost } from '../../vocabulary/outbound.ts'

export interface Delivery {
  at: number
  /** The webhook of a batch of events; null for a handshake. */
  webhook: string | null
  target: string
  request: { headers: Record<string, string>; body: string }
  response: { status: number | null; body: string; error: string | null }
}

export interface Deliveries {
  /** A client that records its calls. */
  recording(post: HttpPost): HttpPost
  list(): readonly Delivery[]
  clear(): void
}

const MAX_DELIVERIES = 1000

/** `webhookOf` returns the webhook for which a call is made. */
export function createDeliveries(clock: Clock, webhookOf: () => number | undefined): Deliveries {
  let deliveries: Delivery[] = []
  return {
    recording: post => async (target, headers, body) => {
      const [at, gid] = [clock(), webhookOf()]
      const list = deliveries
      const reply = await post(target, headers, body)
      const { status, text, error } = reply
      const webhook = gid === undefined ? null : String(gid)
      const made = { at, webhook, target, request: { headers, body }, response: { status, body: text, error } }
      // A world that was reset meanwhile has a new list.
      if (list === deliveries) deliveries.push(made)
      if (deliveries.length > MAX_DELIVERIES) deliveries.shift()
      return reply
    },
    list: () => deliveries,
    clear() {
      deliveries = []
    },
  }
}
