/** Stored access grants: see `queries/access/containers.ts`. */
import type { Gid } from './column.ts'

export interface AccessTables {
  /**
   * `kind` is the kind of the principal, a role, a team or a user: see `queries/access/principals.ts`. `level` is 1 to
   * 4.
   */
  access_grants: { object: Gid; kind: number; principal: Gid; level: number; workspace: Gid }
}
