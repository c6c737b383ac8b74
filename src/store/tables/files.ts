/** Files: attachments, the files that no attachment refers to, and the space that files take. */
import type { Gid, Timestamp } from './column.ts'

export interface FileTables {
  attachments: {
    gid: Gid
    /** What it is attached to, or the project template that keeps it for its tasks. */
    parent: Gid
    parent_type: string
    workspace: Gid
    resource_subtype: string
    name: string
    /** The address of an external attachment. */
    url: string | null
    /** The key of the contents in the storage of files, with their media type and their size in bytes. */
    file_key: string | null
    media_type: string | null
    size: number | null
    /** The application that an external attachment belongs to. */
    application: Gid | null
    created_by: Gid
    created_at: Timestamp
    deleted_at: Timestamp | null
    deleted_by: Gid | null
  }
  /** Uploads before they become attachments, and files of purged attachments. A job removes the files that are due. */
  unreferenced_files: { key: string; due_at: Timestamp }
  /** The bytes of all attachments of a workspace, including those in the trash. */
  file_usage: { workspace: Gid; bytes: number }
}
