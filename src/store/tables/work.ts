/** Work: projects, sections, tasks, tags, stories, status updates, and their memberships. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface WorkTables {
  project_followers: WorkTables['project_memberships']
  projects: ProjectTable
  project_memberships: {
    gid: Gid
    project: Gid
    member: Gid
    workspace: Gid
    access_level: string
    is_follower: Flag
  }
  sections: { gid: Gid; project: Gid; workspace: Gid; name: string; rank: string; created_at: Timestamp }
  tasks: TaskTable
  task_memberships: { task: Gid; project: Gid; section: Gid; workspace: Gid; rank: string }
  /** `external` is JSON of `gid` and `data`; only the user can see it. */
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
    created_at: Timestamp
    deleted_at: Timestamp | null
  }
  tag_followers: { tag: Gid; user: Gid }
  stories: StoryTable
  story_likes: { gid: Gid; story: Gid; user: Gid }
  status_updates: StatusUpdateTable
  status_update_likes: { gid: Gid; status_update: Gid; user: Gid }
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
  completed_at: Timestamp | null
  completed_by: Gid | null
  /** The latest status update that is not deleted; written with it, so that reads need no subselect. */
  current_status_update: Gid | null
  created_from_template: Gid | null
  start_on: string | null
  due_on: string | null
  created_at: Timestamp
  modified_at: Timestamp
  deleted_at: Timestamp | null
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
  completed_at: Timestamp | null
  completed_by: Gid | null
  approval_status: string | null
  assignee: Gid | null
  assigned_by: Gid | null
  assignee_status: string
  start_on: string | null
  start_at: Timestamp | null
  due_on: string | null
  due_at: Timestamp | null
  parent: Gid | null
  rank: string | null
  custom_type: Gid | null
  /** The status of the custom type; set exactly if that is. */
  custom_type_status_option: Gid | null
  is_rendered_as_separator: Flag
  /** The sum of its time tracking entries, written with them; null without entries. */
  actual_time_minutes: number | null
  created_by: Gid
  created_at: Timestamp
  modified_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}

interface StoryTable {
  gid: Gid
  /** A task or a goal; `target_type` says which. */
  target: Gid
  target_type: string
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
  created_at: Timestamp
  deleted_at: Timestamp | null
}

interface StatusUpdateTable {
  gid: Gid
  parent: Gid
  workspace: Gid
  resource_subtype: string
  status_type: string
  title: string
  text: string
  html_text: string | null
  created_by: Gid
  created_at: Timestamp
  modified_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}
