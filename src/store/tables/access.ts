/** What the rights of an object come from, kept: see `queries/access/containers.ts`. */
import type { Gid } from './column.ts'

export interface AccessTables {
  /** A principal is a user, a team, or a role: see `queries/access/principals.ts`. `level` is 1 to 4. */
  access_grants: { object: Gid; principal: Gid; level: number; workspace: Gid }
}
