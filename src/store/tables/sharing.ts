/** Sharing: memberships of several types, requests for access, reactions. */
import type { Gid, Timestamp } from './column.ts'

export interface SharingTables {
  /** The memberships of all types. `parent` is the object that is shared, `member` a user or a team. */
  memberships: {
    gid: Gid
    resource_type: string
    resource_subtype: string
    parent: Gid
    member: Gid
    workspace: Gid
    access_level: string
  }
  custom_field_memberships: { gid: Gid; custom_field: Gid; member: Gid; workspace: Gid; access_level: string }
  custom_type_memberships: { gid: Gid; custom_type: Gid; member: Gid; workspace: Gid; access_level: string }
  /** At most one request of a user for an object is pending. */
  access_requests: {
    gid: Gid
    target: Gid
    target_type: string
    workspace: Gid
    requester: Gid
    message: string | null
    approval_status: string
    created_at: Timestamp
  }
  /** `target` is the gid of a story or a status update; `emoji` has the skin tones that the user chose. */
  reactions: { gid: Gid; target: Gid; workspace: Gid; user: Gid; emoji_base: string; emoji: string }
}
