/** Credentials: passwords, sign-in links, sessions, service accounts, OAuth applications and their grants. */
import type { Flag, Gid, Moment } from './column.ts'

export interface IdentityTables {
  passwords: { user: Gid; hash: string; changed_at: Moment }
  /** The administrators of the installation. */
  administrators: { user: Gid; created_at: Moment }
  /** Invitations to an organization for addresses with the domain of another organization; see `rules/invite.ts`. */
  invitations: {
    gid: Gid
    email: string
    workspace: Gid
    is_admin: Flag
    is_guest: Flag
    invited_by: Gid | null
    created_at: Moment
    expires_at: Moment
  }
  /** Links for one sign-in; `purpose` is `first_run`, `operator`, `invitation` or `reset`. */
  sign_in_links: { hash: string; user: Gid; purpose: string; created_at: Moment; expires_at: Moment }
  /** The client of the token `token` of kind `session`; `sign_in_method` is `password`, `link` or `provider`. */
  sessions: { token: Gid; sign_in_method: string; agent: string; address: string }
  /** The identity of a user at an OpenID provider. */
  external_identities: { issuer: string; subject: string; user: Gid; created_at: Moment }
  /** The user `gid` is a service account. `scopes` is `all`, or names separated by a space. */
  service_accounts: {
    gid: Gid
    workspace: Gid
    scopes: string
    created_by: Gid | null
    created_at: Moment
    deleted_at: Moment | null
  }
  applications: ApplicationTable
  /** The scopes that a user granted an application. */
  grants: { gid: Gid; application: Gid; user: Gid; scopes: string; created_at: Moment }
  authorization_codes: AuthorizationCodeTable
  refresh_tokens: { gid: Gid; hash: string; application: Gid; user: Gid; scopes: string; created_at: Moment }
  /** Keys that sign identity tokens; `private_key` is sealed. */
  signing_keys: { kid: string; public_key: string; private_key: string; created_at: Moment }
}

interface ApplicationTable {
  gid: Gid
  owner: Gid
  name: string
  secret_hash: string
  redirect_uris: string
  scopes: string
  created_at: Moment
  /** When the owner lost all credentials; null while the owner can sign in. */
  owner_left_at: Moment | null
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
  created_at: Moment
  expires_at: Moment
  is_used: Flag
}
