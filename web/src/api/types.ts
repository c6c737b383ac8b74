/** What the server answers, as far as the rooms read it. Moments are ISO texts, gids are texts of digits. */

export interface Named {
  gid: string
  name: string
}

export interface Person extends Named {
  email: string
}

export interface Provider {
  name: string
}

export interface SignInWays {
  password: boolean
  provider: Provider | null
}

export type Plan = 'free' | 'premium' | 'business' | 'enterprise'

export interface Session {
  user: Person
  has_password: boolean
  /** The first administrator, whose address the installation made up. */
  awaits_address: boolean
  organizations: (Named & { plan: Plan; is_admin: boolean; is_organization: boolean })[]
  administers_installation: boolean
  sign_in: SignInWays
}

export interface Token extends Named {
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}

/** What is shown once, at the moment it is made. */
export interface Secret {
  token: string
}

export interface Application extends Named {
  redirect_uris: string[]
  scopes: string[]
}

export interface ApplicationSecret {
  gid: string
  client_secret: string
}

export interface Grant {
  gid: string
  application: Named
  scopes: string[]
  created_at: string
  last_used_at: string | null
}

export interface ConsentAsked {
  application: Named
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

export interface Organization extends Named {
  plan: Plan
  is_organization: boolean
  email_domains: string[]
  is_admin: boolean
  people: { members: number; guests: number; service_accounts: number }
  features: Record<string, boolean | number>
}

export interface Invited {
  user: Person
  link: string | null
  /** Whether another organization has the domain of the address, and the person is only asked. */
  is_asked?: boolean
}

/** An organization that asks me to join. */
export interface Invitation {
  gid: string
  organization: Named
  /** A name. */
  invited_by: string | null
  role: Role
  expires_at: string
}

/** An application that acts for people of an organization. */
export interface ActingApplication extends Named {
  owner: Named | null
  people: number
  scopes: string[]
  last_used_at: string | null
}

export interface ServiceAccount extends Named {
  scopes: string[]
  created_at: string
  created_by: Named | null
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
export interface Use {
  token: Named & { kind: string }
  user?: Named
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
export interface Trashed extends Named {
  resource_type: string
  deleted_at: string
  deleted_by: Named | null
  purged_at: string
}

export interface TaskSummary extends Named {
  completed: boolean
  due_on: string | null
  assignee: Named | null
  memberships: { section: { gid: string } | null }[]
}

export interface Task extends Named {
  resource_subtype: string
  notes: string
  completed: boolean
  completed_at: string | null
  start_on: string | null
  due_on: string | null
  due_at: string | null
  assignee: Named | null
  parent: Named | null
  tags: Named[]
  workspace: { gid: string }
  memberships: { project: Named; section: Named | null }[]
}

export interface Project extends Named {
  notes: string
  completed: boolean
  archived: boolean
  start_on: string | null
  due_on: string | null
  privacy_setting: string
  owner: Named | null
  team: Named | null
  members: Named[]
  workspace: { gid: string }
}

export interface Tag extends Named {
  notes: string
  color: string | null
  workspace: { gid: string }
}

export interface Team extends Named {
  description: string
  organization: Named
}
