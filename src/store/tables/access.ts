/** What the rights of an object come from, kept: see `queries/access/containers.ts`. */
import type { Gid } from './column.ts'

export interface AccessTables {
  /** `kind` says what the principal is, a role, a team or a user: see `queries/access/principals.ts`. `level` is 1 to 4. */
  access_grants: { object: Gid; kind: number; principal: Gid; level: number; workspace: Gid }
}
