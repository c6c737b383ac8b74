/** Who calls. */
import type { Origin } from '../store/db.ts'

/**
 * What a request came with: a personal access token, a token of a service account, an access token that a person gave
 * to an application, or the session of a browser.
 */
export type Kind = 'personal' | 'service' | 'application' | 'session'

export interface Actor {
  /** The user, or the service account. */
  gid: number
  /** The token that this request came with; limits are counted for each of them. */
  token: number
  kind: Kind
  /** What the token is good for; null for everything that the actor may do. */
  scopes: readonly string[] | null
  /** The application that acts for the person. */
  application: number | null
  /** The person's IANA time zone: it decides on which day a moment falls. */
  timeZone: string
}

/** Who a write is by, for whoever is told of it; before signing in, nobody in particular, from somewhere. */
export const originOf = (
  actor: Pick<Actor, 'gid' | 'kind' | 'application'> | undefined,
  { address, agent }: Pick<Origin, 'address' | 'agent'>,
): Origin => ({
  user: actor?.gid ?? null,
  kind: actor?.kind ?? null,
  application: actor?.application ?? null,
  address,
  agent,
})
