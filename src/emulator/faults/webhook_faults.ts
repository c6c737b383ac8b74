/** Fault rules for webhooks: between the jobs of a world, which deliver, and the targets. */
import type { Clock } from '../../lib/clock.ts'
import { failure } from '../../lib/errors.ts'
import { signHex } from '../../lib/secret.ts'
import type { HttpPost, HttpPostResult } from '../../vocabulary/outbound.ts'
import type { DelayedCalls } from './delayed.ts'
import type { Faults } from './faults.ts'
import type { WebhookEvent } from './matching.ts'
import { LIKE_ASANA } from './parse.ts'
import type { ActiveRule, WebhookFault } from './rule.ts'

/** The webhook that is being delivered. */
export interface DeliveredWebhook {
  gid: number
  resource: number
  /** The key of its signatures. */
  secret: string
}

interface WebhookFaultParts {
  faults: Faults
  delayed: DelayedCalls
  /** Objects that requests do not find before a time: see `early`. */
  hidden: Map<string, number>
  clock: Clock
  /** How long they do not find them. */
  eventualDelayMs(): number
  webhook(): Promise<DeliveredWebhook | undefined>
}

interface SignedBatch {
  target: string
  headers: Record<string, string>
  body: string
  events: readonly WebhookEvent[]
  webhook: DeliveredWebhook | undefined
}

const SECRET_HEADER = 'X-Hook-Secret'
const SIGNATURE_HEADER = 'X-Hook-Signature'

/** What `like_asana` does: of 100 batches, one is lost and five are swapped with the next; the others are late. */
const LIKE = { lose: 0.01, swap: 0.05, latestMs: 60_000 }

const accepted: HttpPostResult = { status: failure.noContent, secret: null, text: '', error: null, isRefused: false }
const failed: HttpPostResult = { ...accepted, status: null, error: 'The rule of the emulator lets the handshake fail.' }

/** Wraps the client that calls targets. `forget` drops the batches that wait for the next one. */
export function withWebhookFaults(parts: WebhookFaultParts, post: HttpPost): { post: HttpPost; forget(): void } {
  const { faults } = parts
  const waiting = new Map<string, SignedBatch>()
  const send = ({ target, headers, body }: SignedBatch) => post(target, headers, body)
  const perform = performing(parts, send)
  const deliver: HttpPost = async (target, headers, body) => {
    if (SECRET_HEADER in headers) {
      const call = { webhook: undefined, resource: undefined, target, events: [] }
      return faults.fireForCall('handshake', call) ? failed : post(target, headers, body)
    }
    const batch: SignedBatch = { target, headers, body, events: eventsIn(body), webhook: await parts.webhook() }
    const rule = ruleFor(faults, batch)
    const earlier = waiting.get(target)
    waiting.delete(target)
    const act = rule && actOf(rule)
    if (act?.do === 'swap' && !earlier) {
      waiting.set(target, batch)
      return accepted
    }
    const reply = act ? await perform(act, batch) : await send(batch)
    if (earlier) await send(earlier)
    return reply
  }
  return { post: deliver, forget: () => waiting.clear() }
}

/** A heartbeat has no events, and no faults. */
function ruleFor(faults: Faults, { target, events, webhook }: SignedBatch): ActiveRule | undefined {
  if (events.length === 0 || faults.list().length === 0) return undefined
  const names = { webhook: webhook && String(webhook.gid), resource: webhook && String(webhook.resource) }
  return faults.fireForCall('webhook', { ...names, target, events })
}

interface Act {
  do: WebhookFault
  delayMs: number
}

function actOf(rule: ActiveRule): Act {
  const { do: own, delayMs } = rule
  if (rule.named !== LIKE_ASANA) return { do: own === undefined || own === 'fail' ? 'lose' : own, delayMs }
  const drawn = rule.draw()
  const late = Math.round(rule.draw() * LIKE.latestMs)
  if (drawn < LIKE.lose) return { do: 'lose', delayMs: 0 }
  return drawn < LIKE.lose + LIKE.swap ? { do: 'swap', delayMs: 0 } : { do: 'delay', delayMs: late }
}

const performing =
  (
    { delayed, hidden, clock, eventualDelayMs }: WebhookFaultParts,
    send: (batch: SignedBatch) => Promise<HttpPostResult>,
  ) =>
  async (act: Act, batch: SignedBatch): Promise<HttpPostResult> => {
    switch (act.do) {
      case 'lose':
        return accepted
      case 'duplicate':
        await send(batch)
        return send(batch)
      case 'delay':
        delayed.add(act.delayMs, () => send(batch))
        return accepted
      case 'swap':
        return send(batch)
      case 'wrong_signature':
        return send(signedWith('another secret', batch))
      case 'split':
        return sendEach(splitOf(batch), send)
      case 'early': {
        for (const gid of createdIn(batch.events)) hidden.set(gid, clock() + eventualDelayMs())
        return send(batch)
      }
    }
  }

const signedWith = (secret: string, batch: SignedBatch): SignedBatch => ({
  ...batch,
  headers: { ...batch.headers, [SIGNATURE_HEADER]: signHex(secret, batch.body) },
})

/** One batch for each event, signed like the whole. */
function splitOf(batch: SignedBatch): SignedBatch[] {
  const { events, webhook } = batch
  if (!webhook) return [batch]
  return events.map(event => signedWith(webhook.secret, { ...batch, body: JSON.stringify({ events: [event] }) }))
}

/** Sends batches until one is refused. */
async function sendEach(
  batches: readonly SignedBatch[],
  send: (batch: SignedBatch) => Promise<HttpPostResult>,
): Promise<HttpPostResult> {
  let reply = accepted
  for (const batch of batches) {
    reply = await send(batch)
    if (reply.status === null || Math.floor(reply.status / 100) !== 2) return reply
  }
  return reply
}

const createdIn = (events: readonly WebhookEvent[]): string[] =>
  events.flatMap(({ action, resource }) => (action === 'added' && resource?.gid ? [resource.gid] : []))

function eventsIn(body: string): WebhookEvent[] {
  return (JSON.parse(body) as { events?: WebhookEvent[] }).events ?? []
}
