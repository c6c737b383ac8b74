/** What the program notes of a change, before it becomes a story. */
import type { Row } from '../change.ts'

/** Members of the JSON column `detail`: gids for objects, and what the wire shows of the rest. */
export type Detail = Record<string, unknown>

export interface Note {
  /** The task whose story it is. */
  task: number
  subtype: string
  detail: Detail
}

export const gidIn = (row: Row, column: string) => row[column] as number
