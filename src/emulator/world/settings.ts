/** The settings of a world that the control API changes. */
import type { LimitOverrides } from '../../limits/sizes.ts'

export const STRICTNESS = ['relaxed', 'warn', 'strict'] as const

export type Strictness = (typeof STRICTNESS)[number]

const LIMIT_PRESETS: Readonly<Record<string, LimitOverrides>> = {
  off: { minute: null, search: null, jobs: null, reads: null, writes: null, cost: null, person: null },
  'asana-free': { minute: 150 },
  'asana-paid': { minute: 1500 },
}

export const presetNames = Object.keys(LIMIT_PRESETS)

/** The name of a preset, or sizes: null is off, and a size that is absent has its default. */
export type LimitsSetting = string | LimitOverrides

export interface WorldSettings {
  limits: LimitsSetting
  strictness: Strictness
  /** The time that a webhook target has to answer, in real milliseconds. */
  webhook_patience_ms: number
  /** The minimum and maximum of the real milliseconds by which each request of the API is delayed. */
  latency: readonly [number, number]
  /** How long, by the clock of the world, searches do not find what was written. */
  search_lag: number
  /** How long a job that a client requested waits before it begins. */
  job_delay: number
  /** How long requests do not find what a webhook with the fault `early` has announced. */
  eventual_delay: number
}

/** The settings with which a world begins, unless the operator chooses others. */
export const DEFAULT_SETTINGS: WorldSettings = {
  ...{ limits: 'off', strictness: 'warn', webhook_patience_ms: 10_000, latency: [0, 0] },
  ...{ search_lag: 0, job_delay: 0, eventual_delay: 0 },
}

export const limitSizes = (limits: LimitsSetting): LimitOverrides =>
  typeof limits === 'string' ? (LIMIT_PRESETS[limits] ?? {}) : limits
