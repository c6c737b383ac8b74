/** How large the limiters are. null is off, everywhere. */

export type LimitName = 'minute' | 'search' | 'jobs' | 'reads' | 'writes' | 'cost'

/** What the operator said: a number, null for off, nothing for the default. */
export type Wishes = Partial<Record<LimitName, number | null>>

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
  /** Objects shown and links walked, a minute. */
  cost: number | null
}

// wire: docs "Rate limits"; the size of the cost limit is not published and ours
const defaults = { free: 150, paid: 1500, search: 60, jobs: 5, reads: 50, writes: 15, cost: 100_000 }

/** The sizes that hold; a minute that was chosen holds for free and paid domains alike. */
export function sizesOf({ minute, ...wishes }: Wishes): Sizes {
  const chosen = { free: minute, paid: minute, ...wishes }
  const size = (name: keyof Sizes) => (chosen[name] === undefined ? defaults[name] : chosen[name])
  return {
    free: size('free'),
    paid: size('paid'),
    search: size('search'),
    jobs: size('jobs'),
    reads: size('reads'),
    writes: size('writes'),
    cost: size('cost'),
  }
}

/** The sizes that hold for one token. */
export type TokenSizes = Record<LimitName, number | null>

/** The sizes for tokens of free domains, and of the others. */
export interface SizesByPlan {
  free: TokenSizes
  paid: TokenSizes
}

export function byPlan({ free, paid, ...rest }: Sizes): SizesByPlan {
  return { free: { ...rest, minute: free }, paid: { ...rest, minute: paid } }
}

/** What one of several copies may let in by itself: its part, but at least 1 of each. */
export function partOf(sizes: Sizes, copies: number): Sizes {
  const part = (size: number | null) => size && Math.max(1, Math.floor(size / copies))
  const { free, paid, search, jobs, reads, writes, cost } = sizes
  return {
    ...{ free: part(free), paid: part(paid), search: part(search), jobs: part(jobs) },
    ...{ reads: part(reads), writes: part(writes), cost: part(cost) },
  }
}
