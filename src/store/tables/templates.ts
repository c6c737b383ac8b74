/** Templates: projects and tasks to create, stored as they were when the template was saved. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface TemplateTables {
  project_templates: ProjectTemplateTable
  task_templates: {
    gid: Gid
    project: Gid
    workspace: Gid
    name: string
    created_by: Gid
    created_at: Timestamp
    modified_at: Timestamp
    deleted_at: Timestamp | null
    deleted_by: Gid | null
  }
  /** The tasks of a template, in the order in which they are created: a task comes after its parent. */
  template_tasks: {
    /** The project template or the task template. */
    template: Gid
    position: number
    parent: number | null
    /** JSON: `TemplateTask`. */
    content: string
  }
  /** The task at `position` depends on the one at `dependency`. */
  template_dependencies: { template: Gid; position: number; dependency: number }
}

export interface ProjectTemplateTable {
  gid: Gid
  workspace: Gid
  team: Gid | null
  owner: Gid | null
  name: string
  description: string
  html_description: string | null
  color: string | null
  is_public: Flag
  /** JSON: `ProjectContent`. */
  content: string
  /** JSON: the dates and the roles that an instantiation can set, as the API shows them. */
  requested_dates: string
  requested_roles: string
  /** Whether all of its tasks are saved. */
  is_complete: Flag
  created_at: Timestamp
  modified_at: Timestamp
  deleted_at: Timestamp | null
  deleted_by: Gid | null
}
