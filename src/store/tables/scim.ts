/** What an identity provider says of people and teams, beside what the product knows of them itself. */
import type { Flag, Gid, Moment } from './column.ts'

export interface ScimTables {
  provisioned_users: ProvisionedUserTable
  provisioned_entries: ProvisionedEntryTable
  provisioned_groups: { team: Gid; external_id: string | null; modified_at: Moment }
  /** Members of a team who no longer belong to the organization: they are in it again when they come back. */
  waiting_members: { gid: Gid; team: Gid; user: Gid; workspace: Gid }
}

/** Of a membership in an organization. People whom no provider knows have no row. */
interface ProvisionedUserTable {
  membership: Gid
  /** As it was sent; it counts while it is the address of the account in another case. */
  user_name: string | null
  external_id: string | null
  /** The name of the account when the three names beside it were sent; they count while it still has that one. */
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
  /** As it was sent: the manager may come later, or never. */
  manager: string | null
  modified_at: Moment
  /** Deleted by the provider: not shown to it any more. */
  deleted_at: Moment | null
}

/** One of the `emails`, `phoneNumbers` or `addresses` (`kind`) of a membership, in the order in which they were sent. */
interface ProvisionedEntryTable {
  membership: Gid
  workspace: Gid
  kind: string
  position: number
  value: string | null
  /** The value in lower case, to be found by. */
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
