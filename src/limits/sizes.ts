/** The sizes of the limits. null means off, everywhere. */

export type LimitName = 'minute' | 'search' | 'jobs' | 'reads' | 'writes' | 'cost' | 'sessionCost'

/** The settings of the operator: a number, null for off, undefined for the default. */
export type LimitOverrides = Partial<Record<LimitName | 'person', number | null>>

export interface Sizes {
  /** Requests a minute of a token in a free domain, and in the others. */
  free: number | null
  paid: number | null
  /** Searches a minute. */
  search: number | null
  /** Jobs that run at once. */
  jobs: number | null
  /** GET requests in flight at once, and all others. */
  reads: number | null
  writes: number | null
  /** Objects and links in responses, a minute. */
  cost: number | null
  /** The same for a browser session: a page loads whole lists, and its token cannot be given to programs. */
  sessionCost: number | null
  /** The multiple of the limits of one token that all tokens of a person may use together. */
  person: number | null
}

// wire: docs "Rate limits"; the sizes of the limits of cost and of a person are ours, because none is published
const defaults = {
  ...{ free: 150, paid: 1500, search: 60, jobs: 5, reads: 50, writes: 15 },
  ...{ cost: 100_000, sessionCost: 1_000_000, person: 4 },
}

/** The effective sizes. An override of `minute` applies to free and paid domains alike. */
export function sizesOf({ minute, ...overrides }: LimitOverrides): Sizes {
  const chosen = { free: minute, paid: minute, ...overrides }
  const size = (name: keyof Sizes) => (chosen[name] === undefined ? defaults[name] : chosen[name])
  return {
    free: size('free'),
    paid: size('paid'),
    search: size('search'),
    jobs: size('jobs'),
    reads: size('reads'),
    writes: size('writes'),
    cost: size('cost'),
    sessionCost: size('sessionCost'),
    person: size('person'),
  }
}

/** The sizes for one token. */
export type TokenSizes = Record<Exclude<LimitName, 'jobs'>, number | null>

/** The sizes for tokens of free domains, and of the others. */
export interface SizesByPlan {
  free: TokenSizes
  paid: TokenSizes
}

export function byPlan({ free, paid, person: _, jobs: __, ...rest }: Sizes): SizesByPlan {
  return { free: { ...rest, minute: free }, paid: { ...rest, minute: paid } }
}

/**
 * The sizes for all tokens of a person together, where `minute` is that of each token. Jobs are counted by token only.
 */
export function scaledSizes(
  { search, reads, writes, cost, sessionCost }: Sizes,
  minute: number | null,
  times: number,
): Sizes {
  const many = (size: number | null) => size && size * times
  return {
    ...{ free: many(minute), paid: many(minute), search: many(search), jobs: null },
    ...{ reads: many(reads), writes: many(writes), cost: many(cost), sessionCost: many(sessionCost), person: null },
  }
}

/** The part of the sizes that one of several instances enforces alone, at least 1 of each. */
export function sizesPerInstance(sizes: Sizes, instances: number): Sizes {
  const part = (size: number | null) => size && Math.max(1, Math.floor(size / instances))
  const { free, paid, search, jobs, reads, writes, cost, sessionCost, person } = sizes
  return {
    ...{ free: part(free), paid: part(paid), search: part(search), jobs: part(jobs) },
    ...{ reads: part(reads), writes: part(writes), cost: part(cost), sessionCost: part(sessionCost), person },
  }
}
