/** Credentials: passwords, sign-in links, sessions, service accounts, OAuth applications and their grants. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface IdentityTables {
  passwords: { user: Gid; hash: string; changed_at: Timestamp }
  /** The administrators of the installation. */
  administrators: { user: Gid; created_at: Timestamp }
  /** Invitations to an organization for addresses with the domain of another organization; see `rules/invite.ts`. */
  invitations: {
    gid: Gid
    email: string
    workspace: Gid
    is_admin: Flag
    is_guest: Flag
    invited_by: Gid | null
    created_at: Timestamp
    expires_at: Timestamp
  }
  /** Links for one sign-in; `purpose` is `first_run`, `operator`, `invitation` or `reset`. */
  sign_in_links: { hash: string; user: Gid; purpose: string; created_at: Timestamp; expires_at: Timestamp }
  /** The client of the token `token` of kind `session`; `sign_in_method` is `password`, `link` or `provider`. */
  sessions: { token: Gid; sign_in_method: string; agent: string; address: string }
  /**
   * The response to a request of the session `token` with an `Idempotency-Key`, sealed under the secret of the session.
   * `request` is a digest of the request: the key can be used for that one only.
   */
  idempotent_responses: {
    gid: Gid
    token: Gid
    key: string
    request: string
    status: number
    body: string
    location: string | null
    created_at: Timestamp
  }
  /** The identity of a user at an OpenID provider. */
  external_identities: { issuer: string; subject: string; user: Gid; created_at: Timestamp }
  /** The user `gid` is a service account. `scopes` is `all`, or names separated by a space. */
  service_accounts: {
    gid: Gid
    workspace: Gid
    scopes: string
    created_by: Gid | null
    created_at: Timestamp
    deleted_at: Timestamp | null
    /** Whether it is shown as an agent; the texts are kept where it is not. */
    is_agent: Flag
    description: string | null
    behavior_guidance: string | null
  }
  /** A view. */
  agents: {
    gid: Gid
    workspace: Gid
    resource_subtype: string
    name: string
    photo: string | null
    description: string | null
    behavior_guidance: string | null
  }
  applications: ApplicationTable
  /** The scopes that a user granted an application. */
  grants: { gid: Gid; application: Gid; user: Gid; scopes: string; created_at: Timestamp }
  authorization_codes: AuthorizationCodeTable
  refresh_tokens: { gid: Gid; hash: string; application: Gid; user: Gid; scopes: string; created_at: Timestamp }
  /** Keys that sign identity tokens; `private_key` is sealed. */
  signing_keys: { kid: string; public_key: string; private_key: string; created_at: Timestamp }
}

interface ApplicationTable {
  gid: Gid
  owner: Gid
  name: string
  secret_hash: string
  redirect_uris: string
  scopes: string
  created_at: Timestamp
  /** When the owner lost all credentials; null while the owner can sign in. */
  owner_left_at: Timestamp | null
}

interface AuthorizationCodeTable {
  hash: string
  application: Gid
  user: Gid
  redirect_uri: string
  scopes: string
  challenge: string | null
  challenge_method: string | null
  nonce: string | null
  refresh_token: Gid | null
  created_at: Timestamp
  expires_at: Timestamp
  is_used: Flag
}
