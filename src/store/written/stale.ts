/** On what a transaction wrote since access grants were derived: see `grants.ts`. */

interface Loose {
  /** Whether this transaction has made the object. */
  isNew: boolean
  principals: Set<number>
}

/** Objects whose access grants may have changed, and for which principals. */
export class Stale extends Map<number, Loose> {
  /** Writes of which it is not known yet which objects they were on. */
  readonly pending: Promise<unknown>[] = []
}
