/**
 * The tables as the query builder sees them. Migrations are the truth; `test/golden/tables.test.ts` compares the two.
 * Flags are 0 or 1, moments are milliseconds since the Unix epoch, dates are `yyyy-mm-dd`.
 */

type Flag = number
type Gid = number
type Moment = number

export interface Tables {
  settings: { name: string; value: string }
  workspaces: {
    gid: Gid
    name: string
    is_organization: Flag
    email_domains: string
    plan: string
    created_at: Moment
  }
  active_memberships: Tables['workspace_memberships']
  project_followers: Tables['project_memberships']
  users: { gid: Gid; name: string; email: string; time_zone: string; photo: string | null; created_at: Moment }
  tokens: { gid: Gid; user: Gid; hash: string; name: string; created_at: Moment }
  workspace_memberships: {
    gid: Gid
    user: Gid
    workspace: Gid
    is_active: Flag
    is_admin: Flag
    is_guest: Flag
    is_view_only: Flag
    created_at: Moment
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
  projects: ProjectTable
  project_memberships: {
    gid: Gid
    project: Gid
    member: Gid
    workspace: Gid
    access_level: string
    is_follower: Flag
  }
  sections: { gid: Gid; project: Gid; workspace: Gid; name: string; rank: string; created_at: Moment }
  tasks: TaskTable
  task_memberships: { task: Gid; project: Gid; section: Gid; workspace: Gid; rank: string }
  /** `external` is JSON of `gid` and `data`; only the user sees it. */
  task_externals: { task: Gid; user: Gid; external: string; external_gid: string | null }
  task_followers: { task: Gid; user: Gid }
  task_likes: { gid: Gid; task: Gid; user: Gid }
  task_dependencies: { task: Gid; dependency: Gid }
  task_tags: { task: Gid; tag: Gid }
  tags: {
    gid: Gid
    workspace: Gid
    name: string
    color: string | null
    notes: string
    created_at: Moment
    deleted_at: Moment | null
  }
  tag_followers: { tag: Gid; user: Gid }
  stories: StoryTable
  custom_fields: CustomFieldTable
  enum_options: {
    gid: Gid
    custom_field: Gid
    workspace: Gid
    name: string
    color: string
    enabled: Flag
    rank: string
  }
  /** `parent` is the gid of a project or a team. */
  custom_field_settings: {
    gid: Gid
    custom_field: Gid
    parent: Gid
    workspace: Gid
    is_important: Flag
    rank: string
  }
  /** The settings whose project is not in the trash. */
  live_settings: { parent: Gid; custom_field: Gid }
  custom_field_values: CustomFieldValueTable
  /** What is chosen in a value that is a list: options, people or objects. */
  custom_field_choices: { value: Gid; choice: Gid; rank: number }
  /** Which fields apply to a task, through its projects. */
  task_fields: { task: Gid; custom_field: Gid }
  /** The fields of a task, those with a value and those that apply, each with its value. */
  task_custom_fields: TaskCustomFieldTable
  story_likes: { gid: Gid; story: Gid; user: Gid }
}

interface TeamTable {
  gid: Gid
  organization: Gid
  name: string
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
  created_at: Moment
  deleted_at: Moment | null
}

interface ProjectTable {
  gid: Gid
  workspace: Gid
  team: Gid | null
  owner: Gid | null
  name: string
  notes: string
  html_notes: string | null
  color: string | null
  icon: string | null
  default_view: string
  privacy_setting: string
  default_access_level: string
  minimum_access_level_for_customization: string
  minimum_access_level_for_sharing: string
  archived: Flag
  completed: Flag
  completed_at: Moment | null
  completed_by: Gid | null
  start_on: string | null
  due_on: string | null
  created_at: Moment
  modified_at: Moment
  deleted_at: Moment | null
  deleted_by: Gid | null
}

export interface TaskTable {
  gid: Gid
  workspace: Gid
  name: string
  resource_subtype: string
  notes: string
  html_notes: string | null
  completed: Flag
  completed_at: Moment | null
  completed_by: Gid | null
  approval_status: string | null
  assignee: Gid | null
  assigned_by: Gid | null
  assignee_status: string
  start_on: string | null
  start_at: Moment | null
  due_on: string | null
  due_at: Moment | null
  parent: Gid | null
  rank: string | null
  is_rendered_as_separator: Flag
  created_by: Gid
  created_at: Moment
  modified_at: Moment
  deleted_at: Moment | null
  deleted_by: Gid | null
}

interface StoryTable {
  gid: Gid
  target: Gid
  workspace: Gid
  type: string
  resource_subtype: string
  text: string
  html_text: string | null
  is_pinned: Flag
  is_edited: Flag
  sticker_name: string | null
  source: string
  detail: string | null
  created_by: Gid | null
  created_at: Moment
  deleted_at: Moment | null
}

export interface CustomFieldTable {
  gid: Gid
  workspace: Gid
  name: string
  resource_subtype: string
  description: string
  format: string | null
  precision: number | null
  currency_code: string | null
  custom_label: string | null
  custom_label_position: string | null
  is_global_to_workspace: Flag
  /** The project that a field belongs to which is not shared. */
  home: Gid | null
  has_notifications_enabled: Flag
  id_prefix: string | null
  /** The number that the next task with this field gets, for fields with an `id_prefix`. */
  next_id: number
  formula: string | null
  input_restrictions: string | null
  privacy_setting: string
  default_access_level: string
  created_by: Gid
  created_at: Moment
  deleted_at: Moment | null
}

/** `number_value` is the decimal as text, so that it stays exact. */
interface CustomFieldValueTable {
  gid: Gid
  task: Gid
  custom_field: Gid
  workspace: Gid
  text_value: string | null
  number_value: string | null
  enum_value: Gid | null
  date_on: string | null
  date_at: Moment | null
}

/** A definition beside the value that one task has of it. `value` is the gid of that value. */
interface TaskCustomFieldTable {
  task: Gid
  gid: Gid
  workspace: Gid
  name: string
  resource_subtype: string
  description: string
  format: string | null
  precision: number | null
  currency_code: string | null
  custom_label: string | null
  custom_label_position: string | null
  is_global_to_workspace: Flag
  home: Gid | null
  has_notifications_enabled: Flag
  id_prefix: string | null
  next_id: number
  formula: string | null
  input_restrictions: string | null
  privacy_setting: string
  default_access_level: string
  created_by: Gid
  created_at: Moment
  deleted_at: Moment | null
  value: Gid | null
  text_value: string | null
  number_value: string | null
  enum_value: Gid | null
  date_on: string | null
  date_at: Moment | null
}
