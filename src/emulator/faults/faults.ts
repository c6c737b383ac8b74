/** The fault rules of a world: which of them fire for a request or a call of a webhook. */
import { notFoundText, tooManyOf } from '../../lib/errors.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { matchesCall, matchesRequest, needsCaller, type TokenKeys, type WebhookCall } from './matching.ts'
import { type ActiveRule, activate, type ParsedRule } from './rule.ts'

const MAX_RULES = 1000

/** What the rules decide about a request. */
export interface RequestFault {
  /** The first rule that answers or cuts; undefined if there are only delays. */
  rule: ActiveRule | undefined
  /** The ids of all rules that fired. */
  ids: string[]
  delayMs: number
}

export interface Faults {
  list(): readonly ActiveRule[]
  /** The next id of a rule that names none. */
  nextId(): string
  /** Adds a rule; one with the same id is replaced. Throws 409 if there are too many. */
  add(rule: ParsedRule): ActiveRule
  replace(rules: readonly ParsedRule[]): readonly ActiveRule[]
  /** Throws 404. */
  remove(id: string): void
  clear(): void
  /** Whether there is a rule for requests. */
  affectsRequests(): boolean
  /** Whether a rule for requests names a token or a user. */
  needsCaller(): boolean
  fire(exchange: Exchange, tokens: TokenKeys): RequestFault | undefined
  /** The first rule that fires for a handshake, or for the events of a webhook. */
  fireForCall(on: 'webhook' | 'handshake', call: WebhookCall): ActiveRule | undefined
}

/** `onClear` is called when all rules are removed. */
export function createFaults(onClear: () => void): Faults {
  let rules: ActiveRule[] = []
  let made = 0
  let forRequests: ActiveRule[] = []
  const set = (next: ActiveRule[]) => {
    if (next.length > MAX_RULES) throw tooManyOf(`A world has at most ${MAX_RULES} rules. Delete some of them.`)
    rules = next
    forRequests = rules.filter(({ on }) => on === 'request')
  }
  return {
    list: () => rules,
    nextId() {
      made = freeNumber(rules, made)
      return `fault-${made}`
    },
    add(rule) {
      const active = activate(rule)
      const at = rules.findIndex(({ id }) => id === rule.id)
      set(at < 0 ? [...rules, active] : rules.with(at, active))
      return active
    },
    replace(next) {
      set(next.map(activate))
      onClear()
      return rules
    },
    remove(id) {
      set(without(rules, id))
    },
    clear() {
      set([])
      made = 0
      onClear()
    },
    affectsRequests: () => forRequests.length > 0,
    needsCaller: () => forRequests.some(needsCaller),
    fire: (exchange, tokens) => fireAll(forRequests, exchange, tokens),
    fireForCall: (on, call) => rules.find(rule => rule.on === on && matchesCall(rule, call) && rule.fires()),
  }
}

function without(rules: readonly ActiveRule[], id: string): ActiveRule[] {
  const rest = rules.filter(one => one.id !== id)
  if (rest.length === rules.length) throw notFoundText(`There is no rule ${JSON.stringify(id)}.`)
  return rest
}

/** The next number that no rule has in its id. */
function freeNumber(rules: readonly ActiveRule[], after: number): number {
  let number = after + 1
  while (rules.some(({ id }) => id === `fault-${number}`)) number++
  return number
}

/** The first rule that fires answers. Delays of all of them add up. */
function fireAll(rules: readonly ActiveRule[], exchange: Exchange, tokens: TokenKeys): RequestFault | undefined {
  const fault: RequestFault = { rule: undefined, ids: [], delayMs: 0 }
  for (const rule of rules) {
    const isAnswer = rule.use?.delayMs === undefined && (rule.use || rule.answer || rule.cut)
    // A rule that can no longer answer keeps its times for later.
    if ((isAnswer && fault.rule) || !matchesRequest(rule, exchange, tokens) || !rule.fires()) continue
    fault.ids.push(rule.id)
    fault.delayMs += rule.delayMs
    if (isAnswer) fault.rule = rule
  }
  return fault.ids.length > 0 ? fault : undefined
}
