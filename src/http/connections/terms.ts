/**
 * How many connections there may be, and how long a request may take to arrive: before it is known who asks, memory and
 * descriptors are anybody's.
 */
export interface Connections {
  /** How many are open at once, of this process; one too many is closed without an answer. */
  most: number
  /** Milliseconds in which the head of a request must have arrived, and the whole of it. */
  headMs: number
  requestMs: number
  /** How often it is looked for those that are too slow. */
  lookMs: number
}

/** A megabyte arrives in a minute at 20 KB a second. */
export const usualConnections: Connections = { most: 4000, headMs: 20_000, requestMs: 60_000, lookMs: 5000 }

/** What the HTTP library is told. Without a limit of the head that is below the other, Node takes the one for the other. */
export const patienceOf = ({ headMs, requestMs, lookMs }: Connections) => ({
  requestTimeout: requestMs,
  http: { headersTimeout: headMs, connectionsCheckingInterval: lookMs },
})
