/** Applies the rules of strictness to the requests of a world. */
import { malformed } from '../../lib/errors.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { hold } from '../exchange/held.ts'
import { peekBody } from '../exchange/peek.ts'
import { bytesOf, NO_BODY } from '../exchange/tap.ts'
import { refusalOf, send } from '../faults/response.ts'
import type { RequestEntry } from '../requests/log.ts'
import type { World } from '../world/world.ts'
import { dataIn } from './request.ts'
import { warningsOf } from './rules.ts'
import { withLag } from './search.ts'

const WARNING_HEADER = 'X-Workloom-Warning'

/** Adds warnings to a response whose head is about to be written. */
export function warn(world: World, exchange: Exchange, entry: RequestEntry): void {
  if (world.settings.strictness !== 'warn' || !exchange.operation) return
  const { requestBody } = entry
  const found = check(world, exchange, requestBody.bytes > 0 ? bytesOf(requestBody).toString() : '')
  if (found.length > 0) entry.warnings = [...entry.warnings, ...found]
  addHeader(exchange, entry)
}

function addHeader({ response }: Exchange, { warnings }: RequestEntry): void {
  // Names of clients may contain what a header cannot.
  if (warnings.length > 0)
    response.setHeader(
      WARNING_HEADER,
      warnings.map(one => one.replace(/[^\x20-\x7e]/g, '?')),
    )
}

function check(world: World, exchange: Exchange, text: string): string[] {
  const { operation, query } = exchange
  if (!operation) return []
  const { catalog, inFlight, workspaceCount } = world
  return warningsOf({ exchange, operation, catalog, query, data: dataIn(text), inFlight, workspaceCount })
}

/** At the level `strict`: refuses a request before it is executed. Returns whether it did. */
export async function refuse(world: World, exchange: Exchange, entry: RequestEntry): Promise<boolean> {
  if (!exchange.operation) return false
  const body = exchange.kind === 'writes' ? await peekBody(exchange.request) : undefined
  // The world reads it once more.
  entry.requestBody = NO_BODY
  const [first] = check(world, exchange, body?.toString() ?? '')
  if (first === undefined) return false
  refuseWith(exchange, entry, first)
  return true
}

function refuseWith(exchange: Exchange, entry: RequestEntry, warning: string): void {
  entry.warnings = [...entry.warnings, warning]
  exchange.request.resume()
  send(exchange.response, refusalOf(exchange, malformed(`strict ${warning.replace(';', ':')}`)))
}

/** Answers a search as late as the settings say. */
export async function answerSearch(
  world: World,
  exchange: Exchange,
  entry: RequestEntry,
  answer: () => Promise<void>,
): Promise<void> {
  const { settings, recentWrites } = world
  // The response must be readable here.
  delete exchange.request.headers['accept-encoding']
  const holding = hold(exchange.response)
  await answer()
  const held = await holding
  if (!held) return
  const late = withLag(held, recentWrites, settings.search_lag)
  if (late.warning !== undefined && settings.strictness === 'strict') return refuseWith(exchange, entry, late.warning)
  if (late.warning !== undefined && settings.strictness === 'warn') entry.warnings = [...entry.warnings, late.warning]
  send(exchange.response, late.held)
}

/** The gid of an object is its first member. */
const MAX_START_BYTES = 200

/** Records the objects that a request has written, once it was answered. */
export function recordWrite({ recentWrites }: World, { kind, match }: Exchange, { responseBody }: RequestEntry): void {
  if (kind === 'reads' || !match) return
  const made = /"gid":"(\d+)"/.exec(bytesOf(responseBody).toString('utf8', 0, MAX_START_BYTES))?.[1]
  recentWrites.add([...Object.values(match.params), ...(made === undefined ? [] : [made])])
}
