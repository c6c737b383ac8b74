/** The containers whose access grants a transaction must derive again: see `grants.ts`. */

interface StaleContainer {
  /** Whether this transaction inserted the container. */
  isNew: boolean
  principals: Set<number>
}

/** The containers whose access grants may have changed, with the principals concerned. */
export class StaleGrants extends Map<number, StaleContainer> {
  /** Writes whose containers are not known yet. */
  readonly pending: Promise<unknown>[] = []
}
