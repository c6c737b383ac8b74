/** The containers whose access grants a transaction must derive again: see `grants.ts`. */

export interface StaleContainer {
  /** Whether this transaction inserted the container. */
  isNew: boolean
  /** Whether the grants of the containers that inherit from it may have changed, too. */
  isInherited: boolean
  /** The principals concerned; none if only concurrent changes of the container must wait. */
  principals: Set<number>
}

/** The containers whose access grants may have changed, with the principals concerned. */
export class StaleGrants extends Map<number, StaleContainer> {
  /** Writes whose containers are not known yet. */
  readonly pending: Promise<unknown>[] = []

  /** The entry of a container; it stays new if it was. */
  mark(gid: number, { isNew = false, isInherited = false }: Partial<StaleContainer>): StaleContainer {
    const known = this.get(gid) ?? { isNew, isInherited, principals: new Set<number>() }
    const marked = { ...known, isInherited: known.isInherited || isInherited }
    this.set(gid, marked)
    return marked
  }
}
