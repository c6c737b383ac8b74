/** Attributes of people and teams that SCIM clients store, in addition to those of the product. */
import type { Flag, Gid, Timestamp } from './column.ts'

export interface ScimTables {
  provisioned_users: ProvisionedUserTable
  provisioned_entries: ProvisionedEntryTable
  provisioned_groups: { team: Gid; external_id: string | null; modified_at: Timestamp }
  /** Members of a team who left the organization: they are members again when they return. */
  waiting_members: { gid: Gid; team: Gid; user: Gid; workspace: Gid }
}

/** The attributes of a membership in an organization. People whom no SCIM client wrote have no row. */
interface ProvisionedUserTable {
  membership: Gid
  /** As it was sent; it is valid while it equals the address of the account, ignoring case. */
  user_name: string | null
  external_id: string | null
  /** The name of the account when the next three names were sent; they are valid while the account has that name. */
  account_name: string | null
  formatted: string | null
  given_name: string | null
  family_name: string | null
  title: string | null
  preferred_language: string | null
  department: string | null
  cost_center: string | null
  organization: string | null
  division: string | null
  employee_number: string | null
  /** As it was sent: the manager may be created later, or never. */
  manager: string | null
  modified_at: Timestamp
  /** Set when the client deleted the user, who is then hidden from clients. */
  deleted_at: Timestamp | null
}

/**
 * One of the `emails`, `phoneNumbers` or `addresses` (`kind`) of a membership, in the order in which they were sent.
 */
interface ProvisionedEntryTable {
  membership: Gid
  workspace: Gid
  kind: string
  position: number
  value: string | null
  /** The value in lower case, for lookups. */
  value_key: string | null
  type: string | null
  is_primary: Flag
  formatted: string | null
  street_address: string | null
  locality: string | null
  region: string | null
  postal_code: string | null
  country: string | null
}
