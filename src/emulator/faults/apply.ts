/** Performs the faults of a request. */
import { setTimeout as pause } from 'node:timers/promises'
import { randomId } from '../../lib/secret.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { hold } from '../exchange/held.ts'
import type { RequestFault } from './faults.ts'
import { cut, responseOf, send } from './response.ts'
import type { ActiveRule } from './rule.ts'

/** The header with the ids of the rules that changed a response. */
const FAULT_HEADER = 'X-Workloom-Fault'

/** Answers a request with a fault. `answer` is the world; `wait` lasts until the client disconnects. */
export async function answerWithFault(
  exchange: Exchange,
  { rule, ids, delayMs }: RequestFault,
  answer: () => Promise<void>,
  wait: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const { response } = exchange
  if (delayMs > 0) await pause(delayMs)
  if (response.destroyed) return
  response.setHeader(FAULT_HEADER, ids.join(', '))
  if (!rule) return answer()
  if (rule.use?.isRemoved) return answerWithout(exchange, rule.use.parameter ?? '', answer)
  if (rule.use?.hangs) return wait(exchange)
  return rule.phase === 'after' ? replaceAfter(exchange, rule, answer) : replaceBefore(exchange, rule)
}

/** The world answers the request without a parameter: without `sync`, it issues a new token. */
function answerWithout(exchange: Exchange, parameter: string, answer: () => Promise<void>): Promise<void> {
  const query = new URLSearchParams(exchange.queryText)
  query.delete(parameter)
  exchange.request.url = `${exchange.path}?${query}`
  return answer()
}

const cutOf = ({ cut: own, use }: ActiveRule) => own ?? use?.cut

/** A request that is refused at once may still be sending its body. */
function replaceBefore(exchange: Exchange, rule: ActiveRule): void {
  const { request, response } = exchange
  request.resume()
  const how = cutOf(rule)
  const made = how === undefined || typeof how === 'object' ? responseOf(rule, exchange, randomId()) : undefined
  if (how === undefined) send(response, made ?? responseOf(rule, exchange, randomId()))
  else cut(response, how, made)
}

/** The world executes the request, and its response is lost. */
async function replaceAfter(exchange: Exchange, rule: ActiveRule, answer: () => Promise<void>): Promise<void> {
  const { response } = exchange
  const holding = hold(response)
  await answer()
  const made = await holding
  if (!made) return
  const isAnswered = rule.use?.error !== undefined || rule.use?.status !== undefined || rule.answer !== undefined
  const sent = isAnswered ? responseOf(rule, exchange, randomId()) : made
  const how = cutOf(rule)
  if (how === undefined) send(response, sent)
  else cut(response, how, sent)
}
