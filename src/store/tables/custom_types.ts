/** Custom types of tasks, and their status options. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface CustomTypeTables {
  custom_types: {
    gid: Gid
    project: Gid
    workspace: Gid
    name: string
    created_by: Gid
    created_at: Timestamp
    deleted_at: Timestamp | null
    deleted_by: Gid | null
  }
  custom_type_status_options: {
    gid: Gid
    custom_type: Gid
    workspace: Gid
    name: string
    completion_state: string
    color: string
    enabled: Flag
    rank: string
  }
}
