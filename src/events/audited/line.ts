/** A line of the audit log before anything is looked up, and what makes lines of rows. */
import type { Origin } from '../../store/db.ts'
import type { Net, Row, Teller } from '../change.ts'
import type { EventType } from './types.ts'

/** A value of `details`: a text, or the gid of what it names. */
type Value = string | null | { named: number }

export interface Line {
  event: EventType
  /** `name` where the row has it; without it, it is looked up. */
  resource: { type: string; gid: number; subtype?: string | null; name?: string | null }
  /** Null is every workspace to which the user `resource.gid` belongs. */
  workspace: number | 'all' | null
  details?: { old_value?: Value; new_value?: Value; group?: { named: number }; method?: string[] }
  /** Whoever did it, where that is not who made the write. */
  actor?: number
}

/** What lines are made of beside the row itself. */
export interface Scene {
  rows: readonly Net[]
  by: Origin
  now: number
}

export interface Audited {
  /** The columns that matter; a table that is told in other ways too is watched for both. */
  tables: Teller['tables']
  lines(row: Net, scene: Scene): Line[]
}

export const gidIn = (row: Row, column: string) => row[column] as number

/** Somebody who has come from outside and is not signed in, in contrast to the program itself. */
export const isVisitor = ({ user, address }: Origin): boolean => user === null && address !== ''
