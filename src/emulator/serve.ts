/**
 * The exchange of a client with a world, from the request to the response. Every request that is not for the control API
 * passes through here; what changes or records exchanges does it in this file.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { notFound } from '../lib/errors.ts'
import { Exchange } from './exchange/exchange.ts'
import { answerWithFault } from './faults/apply.ts'
import type { RequestFault } from './faults/faults.ts'
import { refusalOf, send } from './faults/response.ts'
import type { RequestEntry } from './requests/log.ts'
import { record } from './requests/recording.ts'
import { answerSearch, refuse } from './strictness/strictness.ts'
import type { World } from './world/world.ts'

/** What clients of the API request: pages, their scripts and probes are not recorded. */
const IS_RECORDED = /^\/(?:api\/|mcp\b|-\/oauth|\.well-known\/)/

export async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!IS_RECORDED.test(request.url ?? '')) return world.answer(request, response)
  const exchange = new Exchange(world.router, request, response)
  const caller = world.callers.of(request.headers.authorization)
  const entry = record(world, exchange, caller)
  const delayMs = latencyOf(world)
  if (delayMs > 0 && exchange.isApi) await pause(delayMs)
  if (world.workspaceCount < 0) await world.countWorkspaces()
  const fault = world.faults.affectsRequests() ? await faultOf(world, exchange, caller) : undefined
  const answer = () => answerOf(world, exchange, entry)
  if (!fault) return answer()
  entry.faults = fault.ids
  return answerWithFault(exchange, fault, answer, one => untilDisconnected(world, one))
}

/** The answer of the world, unless it is too strict for the request, or does not show the object yet. */
async function answerOf(world: World, exchange: Exchange, entry: RequestEntry): Promise<void> {
  const { request, response, match, operation } = exchange
  const hidden = world.hidden.size > 0 && exchange.method === 'GET' ? hiddenIn(world, exchange) : undefined
  if (hidden !== undefined) {
    const [name = ''] = Object.entries(match?.params ?? {}).find(([, gid]) => gid === hidden) ?? []
    return send(response, refusalOf(exchange, notFound(name.replace(/_gid$/, ''), hidden)))
  }
  if (world.settings.strictness === 'strict' && (await refuse(world, exchange, entry))) return
  const answer = () => world.answer(request, response)
  return operation?.limit === 'search' && !world.recentWrites.isEmpty
    ? answerSearch(world, exchange, entry, answer)
    : answer()
}

/** The object in the path that requests do not find yet. */
const hiddenIn = ({ hidden, clock }: World, { match }: Exchange): string | undefined =>
  Object.values(match?.params ?? {}).find(gid => (hidden.get(gid) ?? 0) > clock.now())

async function faultOf(
  { faults, seeded }: World,
  exchange: Exchange,
  caller: Promise<Exchange['caller']>,
): Promise<RequestFault | undefined> {
  if (faults.needsCaller()) exchange.caller = await caller
  return faults.fire(exchange, seeded.tokens)
}

function untilDisconnected({ hanging }: World, { request, response }: Exchange): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  hanging.add(response)
  request.resume()
  response.once('close', () => {
    hanging.delete(response)
    resolve()
  })
  return promise
}

/** A number in the range of the setting. Every one of them occurs, in a fixed order. */
function latencyOf(world: World): number {
  const [least, most] = world.settings.latency
  return least === most ? least : least + ((world.countRequest() * STRIDE_MS) % (most - least + 1))
}

/** A prime, so that successive numbers are far apart. */
const STRIDE_MS = 7919
