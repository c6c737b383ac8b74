/** Project briefs. */
import type { Gid, Timestamp } from './column.ts'

export interface BriefTables {
  project_briefs: {
    gid: Gid
    project: Gid
    workspace: Gid
    title: string
    text: string
    html_text: string | null
    created_by: Gid
    created_at: Timestamp
    modified_at: Timestamp
    deleted_at: Timestamp | null
    deleted_by: Gid | null
  }
}
