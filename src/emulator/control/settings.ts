/** The settings of a world: `PUT` changes the members that it names. */
import { malformed } from '../../lib/errors.ts'
import type { LimitOverrides } from '../../limits/sizes.ts'
import { type LimitsSetting, presetNames, STRICTNESS, type WorldSettings } from '../world/settings.ts'
import { duration, members, oneOf } from './input.ts'
import type { ControlCall, ControlRoute } from './route.ts'

export const settingRoutes: readonly ControlRoute[] = [
  { method: 'GET', path: '/settings', answer: async ({ world }) => world.settings },
  { method: 'PUT', path: '/settings', answer: change },
]

const LIMITS = ['minute', 'search', 'jobs', 'reads', 'writes', 'cost', 'person'] as const

const SETTINGS = [
  ...(['limits', 'strictness', 'webhook_patience_ms', 'latency', 'search_lag', 'job_delay', 'eventual_delay'] as const),
]

/** A day of the clock of the world. */
const MAX_LAG_MS = 86_400_000
/** Longer than every timeout of a client. */
const MAX_DELAY_MS = 600_000
const MAX_LIMIT = 999_999_999

async function change(call: ControlCall): Promise<WorldSettings> {
  const { world } = call
  const body = members(call.body(), SETTINGS)
  const patience = duration('webhook_patience_ms', body.webhook_patience_ms, MAX_DELAY_MS)
  if (patience === 0) throw malformed('webhook_patience_ms: It must be more than 0.')
  const changes = {
    limits: limitsOf(body.limits),
    strictness: oneOf('strictness', body.strictness, STRICTNESS),
    webhook_patience_ms: patience,
    latency: latencyOf(body.latency),
    search_lag: duration('search_lag', body.search_lag, MAX_LAG_MS),
    job_delay: duration('job_delay', body.job_delay, MAX_LAG_MS),
    eventual_delay: duration('eventual_delay', body.eventual_delay, MAX_LAG_MS),
  }
  world.change(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)))
  return world.settings
}

function limitsOf(value: unknown): LimitsSetting | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'object') return oneOf('limits', value, presetNames)
  const sizes = members(value, LIMITS)
  const wrong = Object.entries(sizes).find(([, size]) => size !== null && !isLimit(size))
  if (wrong) throw malformed(`limits.${wrong[0]}: It must be a number from 1 to ${MAX_LIMIT}, or null for off.`)
  return sizes as LimitOverrides
}

const isLimit = (size: unknown): boolean => Number.isInteger(size) && Number(size) >= 1 && Number(size) <= MAX_LIMIT

function latencyOf(value: unknown): WorldSettings['latency'] | undefined {
  if (value === undefined) return undefined
  const [least, most = least, ...rest] = (Array.isArray(value) ? value : [value]).map(one =>
    duration('latency', one, MAX_DELAY_MS),
  )
  if (least === undefined || most === undefined || rest.length > 0 || most < least)
    throw malformed('latency: It must be a duration, or a list of the shortest and the longest one.')
  return [least, most]
}
