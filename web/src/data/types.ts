/** Response types of the server, with the members that the pages read. Times are ISO 8601 strings, gids are digits. */
import type { Preferences } from './preferences.ts'

export interface NamedObject {
  gid: string
  name: string
}

export interface Person extends NamedObject {
  email: string
}

export interface Provider {
  name: string
}

export interface SignInMethods {
  password: boolean
  provider: Provider | null
}

export type Plan = 'free' | 'premium' | 'business' | 'enterprise'

/** An organization of the person. */
interface SessionOrganization extends NamedObject {
  plan: Plan
  is_admin: boolean
  is_organization: boolean
  /** The number of objects with unread notifications. */
  unread: number
  /** When the next snoozed notification is shown. */
  snoozed_until: string | null
}

export interface CurrentSession {
  /** `photo` is the path of the photo. */
  user: Person & { photo: string | null }
  has_password: boolean
  /** Whether this is the first administrator, who still has a generated e-mail address. */
  awaits_address: boolean
  organizations: SessionOrganization[]
  administers_installation: boolean
  sign_in: SignInMethods
  preferences: Preferences
  /** The position of the event stream before the rest was read. */
  live_cursor: string
}

export interface AccessToken extends NamedObject {
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}

/** A secret, which is shown only once: when it is created. */
export interface Secret {
  token: string
}

export interface Application extends NamedObject {
  redirect_uris: string[]
  scopes: string[]
}

export interface ApplicationSecret {
  gid: string
  client_secret: string
}

export interface Grant {
  gid: string
  application: NamedObject
  scopes: string[]
  created_at: string
  last_used_at: string | null
}

export interface ConsentRequest {
  application: NamedObject
  scopes: { name: string; doc: string }[]
  redirect_uri: string
  user: Person
}

export type ConsentAnswer = { redirect: string } | { code: string }

export interface SessionEntry {
  gid: string
  is_current: boolean
  agent: string
  address: string
  created_at: string
  last_used_at: string | null
  expires_at: string
}

export type Role = 'member' | 'guest' | 'admin'

export interface Membership {
  gid: string
  user: Person
  is_admin: boolean
  is_guest: boolean
  is_active: boolean
}

export interface Organization extends NamedObject {
  plan: Plan
  is_organization: boolean
  email_domains: string[]
  is_admin: boolean
  people: { members: number; guests: number; service_accounts: number }
  features: Record<string, boolean | number>
}

export interface InvitationResult {
  user: Person
  link: string | null
  /** Whether the domain of the address belongs to another organization, so that the person must accept first. */
  is_asked?: boolean
}

/** An invitation of the current user to an organization. */
export interface Invitation {
  gid: string
  organization: NamedObject
  /** The name of the person who sent it. */
  invited_by: string | null
  role: Role
  expires_at: string
}

/** An application with access to accounts of an organization. */
export interface ActingApplication extends NamedObject {
  owner: NamedObject | null
  people: number
  scopes: string[]
  last_used_at: string | null
}

export interface ServiceAccount extends NamedObject {
  scopes: string[]
  created_at: string
  created_by: NamedObject | null
  last_used_at: string | null
}

/** A limit that refills continuously. */
export interface Balance {
  limit: number
  remaining: number
}

/** A limit on what is in progress at once. */
interface SlotUsage {
  limit: number
  used: number
}

/** The use of each limit by a token; null where there is no limit. */
export interface TokenUsage {
  token: NamedObject & { kind: string }
  user?: NamedObject
  minute: Balance | null
  search: Balance | null
  cost: Balance | null
  reads: SlotUsage | null
  writes: SlotUsage | null
  jobs: SlotUsage | null
}

/** A webhook and its health. */
export interface Webhook {
  gid: string
  workspace: string
  resource: { gid: string; resource_type: string }
  target: string
  is_failing: boolean
  created_at: string
  last_success_at: string | null
  last_failure_at: string | null
  /** The response of the target to that delivery, or the reason for none. */
  last_failure_content: string | null
  delivery_retry_count: number
  next_attempt_after: string | null
  failure_deletion_timestamp: string | null
}

export interface Delivery {
  gid: string
  /** The number of events. */
  events: number
  attempt: number
  /** Null without a response. */
  status: number | null
  /** Null when the target accepted the delivery. */
  error: string | null
  started_at: string
  finished_at: string
}

export interface DeliveryContents extends Delivery {
  /** Null after the contents were pruned. */
  request: { headers: Record<string, string>; body: string } | null
  response: { status: number; body: string | null } | null
}

export interface Job {
  gid: string
  kind: string
  /** The object of the job; `0` for a kind with a single job. */
  subject: string
  state: 'waiting' | 'running' | 'failed'
  run_at: string
  attempts: number
  last_error: string | null
}

export interface SignInConfiguration {
  password: boolean
  provider: {
    name: string
    issuer: string
    client_id: string
    email_domains: string[]
    trusts_addresses: boolean
  } | null
}

/** A deleted object in the trash. A comment has the name of its task. */
export interface TrashEntry extends NamedObject {
  resource_type: string
  deleted_at: string
  deleted_by: NamedObject | null
  purged_at: string
}

export interface Portfolio extends NamedObject {
  archived: boolean
  public: boolean
  start_on: string | null
  due_on: string | null
  owner: NamedObject | null
  members: NamedObject[]
  workspace: { gid: string }
}

export interface PortfolioItem extends NamedObject {
  resource_type: 'project' | 'portfolio' | 'goal' | 'task'
}

/** The statuses of an open goal are colours, those of a closed one results. */
export type GoalStatus = 'green' | 'yellow' | 'red' | 'achieved' | 'partial' | 'missed' | 'dropped'

export interface Goal extends NamedObject {
  status: GoalStatus | null
  privacy_setting: string
  start_on: string | null
  due_on: string | null
  owner: NamedObject | null
  team: NamedObject | null
  time_period: { display_name: string } | null
  followers: NamedObject[]
  workspace: { gid: string }
}

export interface GoalRelationship {
  supporting_resource: PortfolioItem
}
