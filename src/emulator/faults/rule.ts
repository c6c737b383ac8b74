/** Fault rules: what makes requests and webhooks of a world fail, and how often. */
import type { GivenMembers } from '../control/input.ts'
import type { Cut, FaultAnswer, FaultUse } from './uses.ts'

export const WEBHOOK_FAULTS = ['lose', 'duplicate', 'delay', 'swap', 'wrong_signature', 'split', 'early'] as const

export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

/** Gids and keys of the seed, or words of the request. A condition with several values holds for each of them. */
export interface FaultMatch {
  operation?: readonly string[]
  method?: readonly string[]
  path?: RegExp
  token?: string
  user?: string
  resource?: string
  /** Of webhooks. */
  webhook?: string
  target?: string
  action?: string
}

export interface ParsedRule {
  id: string
  on: 'request' | 'webhook' | 'handshake'
  use: FaultUse | undefined
  /** The name of that. */
  named: string | undefined
  match: FaultMatch
  skip: number
  /** Null is without end. */
  times: number | null
  probability: number
  seed: number
  phase: 'before' | 'after'
  delayMs: number
  answer: FaultAnswer | undefined
  cut: Cut | undefined
  do: WebhookFault | 'fail' | undefined
  /** The rule as it was sent. */
  given: GivenMembers
}

/** A rule with its counts. */
export interface ActiveRule extends ParsedRule {
  /** How often it has fired. */
  hits: number
  /** Whether it fires, now that something matches it. */
  fires(): boolean
  /** The next number of its sequence, from 0 to 1. */
  draw(): number
}

/** Makes a rule active. */
export function activate(rule: ParsedRule): ActiveRule {
  let seen = 0
  const draw = sequence(rule.seed)
  const active: ActiveRule = {
    ...rule,
    hits: 0,
    draw,
    fires() {
      // Each match draws, so that the sequence does not depend on the other conditions.
      const isDrawn = rule.probability >= 1 || draw() < rule.probability
      seen++
      if (seen <= rule.skip || !isDrawn || (rule.times !== null && active.hits >= rule.times)) return false
      active.hits++
      return true
    },
  }
  return active
}

/** How often a rule can still fire; null is without end. */
export const leftOf = ({ times, hits }: ActiveRule): number | null => (times === null ? null : times - hits)

const TWO_TO_32 = 2 ** 32

/** Numbers from 0 to 1 that depend on the seed only (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / TWO_TO_32
  }
}
