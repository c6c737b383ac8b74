/** Current usage of the rate limits: for the caller's tokens, and for those of an organization. */
import type { Quota } from '../../limits/bucket.ts'
import type { Limits } from '../../limits/limits.ts'
import type { SlotQuota } from '../../limits/slots.ts'
import {
  type ActiveToken,
  activeTokensOf,
  serviceTokensOf,
  tokensOfPeople,
} from '../../store/queries/identity/tokens.ts'
import { runningJobsOf } from '../../store/queries/jobs/requested.ts'
import { administeredOrganization } from './organizations.ts'
import { type Console, type ConsoleRoute, sessionRoute } from './route.ts'

/** Tokens of people in the list of an organization: those with the least quota left. */
const MAX_PEOPLES_TOKENS = 50

const presentQuota = (left: Quota | null) => left && { limit: left.limit, remaining: left.remaining }

const presentSlots = (room: SlotQuota | null) => room && { limit: room.limit, used: room.limit - room.remaining }

/** What remains of each limit of a token; null where the limit is off. */
async function usageOf(limits: Limits, running: ReadonlyMap<number, number>, token: ActiveToken) {
  const { gid, name, kind, user, owner } = token
  const { minute, search, cost, sessionCost, reads, writes } = await limits.usage(gid, user)
  const { jobs } = limits.sizes
  return {
    token: { gid: String(gid), name, kind },
    user: { gid: String(user), name: owner },
    minute: presentQuota(minute),
    search: presentQuota(search),
    reads: presentSlots(reads),
    writes: presentSlots(writes),
    jobs: jobs === null ? null : { limit: jobs, used: running.get(gid) ?? 0 },
    cost: presentQuota(kind === 'session' ? sessionCost : cost),
  }
}

async function usageOfAll({ limits, store }: Console, tokens: readonly ActiveToken[]) {
  const running = await runningJobsOf(
    store.read,
    tokens.map(({ gid }) => gid),
  )
  return Promise.all(tokens.map(token => usageOf(limits, running, token)))
}

type TokenUsage = Awaited<ReturnType<typeof usageOf>>

/** The smallest remaining share of the limits. */
function remainingShare({ minute, cost }: TokenUsage): number {
  const shares = [minute, cost].map(one => (one ? one.remaining / one.limit : 1))
  return Math.min(...shares)
}

export const routes: ConsoleRoute[] = [
  sessionRoute('GET', '/limits', {
    doc: 'What remains of the limits of each token of the caller, and of this session.',
    async execute({ console, actor }) {
      const tokens = await activeTokensOf(console.store.read, actor.gid, actor.token, console.clock())
      return { data: await usageOfAll(console, tokens) }
    },
  }),
  sessionRoute('GET', '/organizations/:organization_gid/limits', {
    doc: 'The same for the service accounts of an organization and the busiest tokens of its people, for administrators.',
    async execute(call) {
      const { limits, store } = call.console
      const workspace = await administeredOrganization(store.read, call)
      const services = await serviceTokensOf(store.read, workspace)
      const people = await tokensOfPeople(store.read, workspace, limits.knownTokens())
      const all = await usageOfAll(call.console, [...services, ...people])
      const busy = all.slice(services.length).sort((a, b) => remainingShare(a) - remainingShare(b))
      return { data: [...all.slice(0, services.length), ...busy.slice(0, MAX_PEOPLES_TOKENS)] }
    },
  }),
]
