/** What the server answers, as far as the rooms read it. Moments are ISO texts, gids are texts of digits. */

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

export interface Session {
  user: Person
  has_password: boolean
  /** The first administrator, whose address the installation made up. */
  awaits_address: boolean
  organizations: (NamedObject & { plan: Plan; is_admin: boolean; is_organization: boolean })[]
  administers_installation: boolean
  sign_in: SignInMethods
}

export interface Token extends NamedObject {
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}

/** What is shown once, at the moment it is made. */
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

export interface OpenSession {
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
  /** Whether another organization has the domain of the address, and the person is only asked. */
  is_asked?: boolean
}

/** An organization that asks me to join. */
export interface Invitation {
  gid: string
  organization: NamedObject
  /** A name. */
  invited_by: string | null
  role: Role
  expires_at: string
}

/** An application that acts for people of an organization. */
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

/** Of what is filled up again all the time. */
export interface Balance {
  limit: number
  remaining: number
}

/** Of what is given back. */
interface Slots {
  limit: number
  used: number
}

/** How much a token has of each limit; null where nothing limits it. */
export interface TokenUsage {
  token: NamedObject & { kind: string }
  user?: NamedObject
  minute: Balance | null
  search: Balance | null
  cost: Balance | null
  reads: Slots | null
  writes: Slots | null
  jobs: Slots | null
}

/** How a webhook does. */
export interface Webhook {
  gid: string
  workspace: string
  resource: { gid: string; resource_type: string }
  target: string
  is_failing: boolean
  created_at: string
  last_success_at: string | null
  last_failure_at: string | null
  /** What the target answered then, or why it did not. */
  last_failure_content: string | null
  delivery_retry_count: number
  next_attempt_after: string | null
  failure_deletion_timestamp: string | null
}

export interface Delivery {
  gid: string
  /** How many. */
  events: number
  attempt: number
  /** Null when there was no answer. */
  status: number | null
  /** Null when the target took it. */
  error: string | null
  started_at: string
  finished_at: string
}

export interface DeliveryContents extends Delivery {
  /** Null when it is not kept any more. */
  request: { headers: Record<string, string>; body: string } | null
  response: { status: number; body: string | null } | null
}

export interface Job {
  gid: string
  kind: string
  /** What it is about; `0` when it is the only one of its kind. */
  subject: string
  state: 'waiting' | 'running' | 'failed'
  run_at: string
  attempts: number
  last_error: string | null
}

export interface SignInSettings {
  password: boolean
  provider: {
    name: string
    issuer: string
    client_id: string
    email_domains: string[]
    trusts_addresses: boolean
  } | null
}

/** Something in the trash; of a comment the name is that of its task. */
export interface TrashEntry extends NamedObject {
  resource_type: string
  deleted_at: string
  deleted_by: NamedObject | null
  purged_at: string
}

export interface TaskSummary extends NamedObject {
  completed: boolean
  due_on: string | null
  assignee: NamedObject | null
  memberships: { section: { gid: string } | null }[]
}

export interface Task extends NamedObject {
  resource_subtype: string
  notes: string
  completed: boolean
  completed_at: string | null
  start_on: string | null
  due_on: string | null
  due_at: string | null
  assignee: NamedObject | null
  parent: NamedObject | null
  tags: NamedObject[]
  workspace: { gid: string }
  memberships: { project: NamedObject; section: NamedObject | null }[]
}

export interface Project extends NamedObject {
  notes: string
  completed: boolean
  archived: boolean
  start_on: string | null
  due_on: string | null
  privacy_setting: string
  owner: NamedObject | null
  team: NamedObject | null
  members: NamedObject[]
  workspace: { gid: string }
}

export interface Tag extends NamedObject {
  notes: string
  color: string | null
  workspace: { gid: string }
}

export interface Team extends NamedObject {
  description: string
  organization: NamedObject
}
