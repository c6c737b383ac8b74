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
import { administeredOrganization } from './organizations.ts'
import { type ConsoleRoute, sessionRoute } from './route.ts'

/** Tokens of people in the list of an organization: those with the least quota left. */
const MAX_PEOPLES_TOKENS = 50

const presentQuota = (left: Quota | null) => left && { limit: left.limit, remaining: left.remaining }

const presentSlots = (room: SlotQuota | null) => room && { limit: room.limit, used: room.limit - room.remaining }

/** What remains of each limit of a token; null where the limit is off. */
async function usageOf(limits: Limits, { gid, name, kind, user, owner }: ActiveToken) {
  const { minute, search, cost, reads, writes, jobs } = await limits.usage(gid, user)
  return {
    token: { gid: String(gid), name, kind },
    user: { gid: String(user), name: owner },
    minute: presentQuota(minute),
    search: presentQuota(search),
    reads: presentSlots(reads),
    writes: presentSlots(writes),
    jobs: presentSlots(jobs),
    cost: presentQuota(cost),
  }
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
      return { data: await Promise.all(tokens.map(token => usageOf(console.limits, token))) }
    },
  }),
  sessionRoute('GET', '/organizations/:organization_gid/limits', {
    doc: 'The same for the service accounts of an organization and the busiest tokens of its people, for administrators.',
    async execute(call) {
      const { limits, store } = call.console
      const workspace = await administeredOrganization(store.read, call)
      const services = await serviceTokensOf(store.read, workspace)
      const people = await tokensOfPeople(store.read, workspace, limits.knownTokens())
      const all = await Promise.all([...services, ...people].map(token => usageOf(limits, token)))
      const busy = all.slice(services.length).sort((a, b) => remainingShare(a) - remainingShare(b))
      return { data: [...all.slice(0, services.length), ...busy.slice(0, MAX_PEOPLES_TOKENS)] }
    },
  }),
]
