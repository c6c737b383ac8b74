/** Entries of the audit log before names are looked up, and the mappers that make them from row changes. */
import type { WriteOrigin } from '../../store/db.ts'
import type { ChangeMapper, NetRowChange } from '../../vocabulary/change.ts'
import type { EventType } from './types.ts'

/** A value of `details`: a text, or the gid of an object whose name it becomes. */
type AuditValue = string | null | { named: number }

export interface AuditEntry {
  event: EventType
  /** `name` where the row has it; otherwise it is looked up. */
  resource: { type: string; gid: number; subtype?: string | null; name?: string | null }
  /** Null means every workspace of the user `resource.gid`. */
  workspace: number | 'all' | null
  details?: { old_value?: AuditValue; new_value?: AuditValue; group?: { named: number }; method?: string[] }
  /** The actor, where that is not the author of the write. */
  actor?: number
}

/** What mappers use in addition to the row. */
export interface AuditContext {
  rows: readonly NetRowChange[]
  by: WriteOrigin
  now: number
}

export interface AuditMapper {
  /** The tables and columns that it captures. */
  captured: ChangeMapper['captured']
  entries(row: NetRowChange, context: AuditContext): AuditEntry[]
}

/** An unauthenticated client, as opposed to the program itself. */
export const isVisitor = ({ user, address }: WriteOrigin): boolean => user === null && address !== ''
