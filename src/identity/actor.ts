/** The caller of a request. */
import type { WriteOrigin } from '../store/db.ts'
import type { HeldRole } from '../store/queries/people.ts'

/**
 * The kind of a token: a personal access token, that of a service account, an access token that a person granted to an
 * application, or a browser session.
 */
export type TokenKind = 'personal' | 'service' | 'application' | 'session'

export interface Actor {
  /** The user, or the service account. */
  gid: number
  /** The token of the request; limits apply to each token. */
  token: number
  kind: TokenKind
  /** The scopes of the token; null for everything that the actor may do. */
  scopes: readonly string[] | null
  /** The application that acts for the person. */
  application: number | null
  /** The person's IANA time zone, which determines the local date. */
  timeZone: string
  /** Custom roles, by workspace: most people have none. */
  roles: readonly HeldRole[]
}

/** The client of a request; `page` is what the page of the web app calls itself. */
interface WritingClient extends Pick<WriteOrigin, 'address' | 'agent'> {
  page?: string | undefined
}

/** The origin of a write, for events and the audit log. Before sign-in it has an address and no user. */
export const originOf = (
  actor: Pick<Actor, 'gid' | 'kind' | 'application'> | undefined,
  { address, agent, page }: WritingClient,
): WriteOrigin => ({
  user: actor?.gid ?? null,
  kind: actor?.kind ?? null,
  application: actor?.application ?? null,
  address,
  agent,
  ...(actor?.kind === 'session' && page !== undefined ? { page } : {}),
})
