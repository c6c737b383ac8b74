/** Exports of an organization, or of a part of it, that clients requested. */
import type { Gid, Timestamp } from './column.ts'

export interface ExportsTables {
  exports: ExportTable
}

interface ExportTable {
  gid: Gid
  workspace: Gid
  /** The type of its object on the wire. */
  resource_type: string
  /** The job that the response of the request names; none for an export of the whole organization. */
  job: Gid | null
  /** Who requested it: the export contains what this user can see. */
  user: Gid
  /** The scopes of the application that requested it, as JSON; null for everything that the user may read. */
  scopes: string | null
  /** The address of the server as the client knows it, for the addresses in the file. */
  public_url: string
  /** The object whose contents a graph export has, and its type. */
  parent: Gid | null
  parent_type: string | null
  /** The parameters of a resource export, as JSON. */
  parameters: string | null
  /** `pending`, `started`, `finished` or `error`. */
  state: string
  /** The bytes of the file, and the tasks in it, when it is finished. */
  file_bytes: number | null
  task_count: number | null
  created_at: Timestamp
  completed_at: Timestamp | null
}
