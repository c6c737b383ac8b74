/** The calls of webhook targets of a world: recorded, and with the faults of its rules. */
import { unseal } from '../../lib/secret.ts'
import { webhookOf } from '../../store/queries/jobs/webhooks.ts'
import type { HttpPost } from '../../vocabulary/outbound.ts'
import { createDelayedCalls, type DelayedCalls } from '../faults/delayed.ts'
import type { Faults } from '../faults/faults.ts'
import { withWebhookFaults } from '../faults/webhook_faults.ts'
import type { WorldClock } from './clock.ts'
import type { Deliveries } from './deliveries.ts'
import type { ExchangeableStore } from './exchangeable.ts'
import type { JobRuns } from './runs.ts'
import type { WorldSettings } from './settings.ts'

export interface WebhookCalls {
  post: HttpPost
  delayed: DelayedCalls
  /** Drops the calls that have not been made. */
  clear(): void
}

interface CallingWorld {
  faults: Faults
  clock: WorldClock
  store: ExchangeableStore
  runs: JobRuns
  hidden: Map<string, number>
  deliveries: Deliveries
  settings: WorldSettings
}

/** `world` is the world as it is when a call is made. */
export function createWebhookCalls(world: CallingWorld, key: string, client: HttpPost): WebhookCalls {
  const { now } = world.clock
  const delayed = createDelayedCalls(now)
  const faulty = withWebhookFaults(
    {
      ...{ faults: world.faults, delayed, hidden: world.hidden, clock: now },
      eventualDelayMs: () => world.settings.eventual_delay,
      async webhook() {
        const gid = world.runs.current()?.subject
        const found = gid === undefined ? undefined : await webhookOf(world.store.engine.read, gid)
        return found && { gid: found.gid, resource: found.resource, secret: unseal(key, found.secret) }
      },
    },
    world.deliveries.recording(client),
  )
  return {
    ...{ post: faulty.post, delayed },
    clear() {
      delayed.clear()
      faulty.forget()
      world.hidden.clear()
    },
  }
}
