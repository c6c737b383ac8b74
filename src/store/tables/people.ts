/** People: workspaces, users, teams, memberships, tokens. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface PeopleTables {
  settings: { name: string; value: string }
  workspaces: {
    gid: Gid
    name: string
    is_organization: Flag
    /** JSON, in the order in which they were given; `workspace_domains` indexes them. */
    email_domains: string
    plan: string
    /** The month, 1 to 12, in which fiscal years start. */
    fiscal_year_start: number
    /** ISO 4217: the currency of rates and costs. */
    currency_code: string
    created_at: Timestamp
  }
  workspace_domains: { domain: string; workspace: Gid }
  active_memberships: PeopleTables['workspace_memberships']
  users: { gid: Gid; name: string; email: string; time_zone: string; photo: string | null; created_at: Timestamp }
  tokens: TokenTable
  workspace_memberships: {
    gid: Gid
    user: Gid
    workspace: Gid
    is_active: Flag
    is_admin: Flag
    is_guest: Flag
    is_view_only: Flag
    /** A service account: it has every access level on all objects of the workspace, and is in no list of people. */
    is_service: Flag
    /** Null for a standard role that follows from the flags above: all but the one of administrators who are not super administrators. */
    role: Gid | null
    /** The kinds of objects that the role hides where they are open to the workspace: see `HIDDEN_KINDS`. */
    hides: number
    created_at: Timestamp
  }
  /** The four standard roles of each workspace, and those that are defined in it. */
  roles: RoleTable
  ooo_entries: {
    gid: Gid
    workspace: Gid
    user: Gid
    start_date: string
    end_date: string
    created_by: Gid
    created_at: Timestamp
  }
  teams: TeamTable
  team_memberships: {
    gid: Gid
    team: Gid
    user: Gid
    workspace: Gid
    is_admin: Flag
    is_limited_access: Flag
  }
  user_task_lists: { gid: Gid; owner: Gid; workspace: Gid; name: string }
  favorites: { user: Gid; workspace: Gid; resource_type: string; resource: Gid; rank: string }
  views: ViewTable
  notifications: NotificationTable
  /** Notifications that wait for an e-mail. */
  notification_mails: NotificationMailTable
  /** When each person was last sent an e-mail with notifications. */
  mail_states: { user: Gid; sent_at: Timestamp }
  /** The tasks whose assignee was notified of a due date: `cause` is `due_today` or `overdue`. */
  due_notices: { task: Gid; cause: string; due_on: string; expires_at: Timestamp }
  /** What the web app stores for one person. Each mark is another one after a write of its kind. */
  personal_states: {
    user: Gid
    /** JSON: the preferences that differ from the defaults. */
    preferences: string
    preference_mark: Gid
    view_mark: Gid
    favorite_mark: Gid
  }
}

/** Saved views. They are ordered by rank, those of all people together. */
interface ViewTable {
  gid: Gid
  workspace: Gid
  /** A project, a user task list, a tag or a workspace; `parent_type` says which. */
  parent: Gid
  parent_type: string
  owner: Gid
  name: string
  /** JSON: the layout, filters, sort, group, columns and options. */
  definition: string
  is_shared: Flag
  rank: string
  created_at: Timestamp
  modified_at: Timestamp
}

/** One row for each person and object. Cause, story and actor are those of the latest notification. */
interface NotificationTable {
  gid: Gid
  user: Gid
  workspace: Gid
  resource_type: string
  resource: Gid
  cause: string
  story: Gid | null
  actor: Gid | null
  /** How many notifications are folded into the row since it was last read or archived. */
  unread: number
  /** Whether one of them is a mention, or an assignment, since it was last archived. */
  is_mention: Flag
  is_assigned: Flag
  /** Whether the person was ever notified of a mention in the description. */
  is_described: Flag
  created_at: Timestamp
  /** When it is shown: when it was created, or the end of its snooze. */
  shown_at: Timestamp
  read_at: Timestamp | null
  archived_at: Timestamp | null
}

interface NotificationMailTable {
  gid: Gid
  user: Gid
  workspace: Gid
  resource_type: string
  resource: Gid
  cause: string
  story: Gid | null
  actor: Gid | null
  created_at: Timestamp
  /** When it is to be sent: at once, or with the next digest. */
  send_at: Timestamp
}

interface RoleTable {
  gid: Gid
  workspace: Gid
  name: string
  description: string
  is_standard_role: Flag
  base_role_type: string
  /** JSON: the permissions that differ from those of the base role type. */
  permissions: string
  creation_time: Timestamp
  modified_at: Timestamp
}

interface TeamTable {
  gid: Gid
  organization: Gid
  name: string
  /** The name in lower case, for lookups. */
  name_key: string
  description: string
  html_description: string | null
  visibility: string
  edit_team_name_or_description_access_level: string
  edit_team_visibility_or_trash_team_access_level: string
  member_invite_management_access_level: string
  guest_invite_management_access_level: string
  join_request_management_access_level: string
  team_member_removal_access_level: string
  team_content_management_access_level: string
  endorsed: Flag
  created_at: Timestamp
  deleted_at: Timestamp | null
}

/**
 * Bearer tokens. `kind` is `personal`, `service`, `application` or `session`; `scopes` is null for all scopes, or names
 * separated by a space.
 */
interface TokenTable {
  gid: Gid
  user: Gid
  hash: string
  kind: string
  name: string
  scopes: string | null
  application: Gid | null
  refresh_token: Gid | null
  created_at: Timestamp
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
}
