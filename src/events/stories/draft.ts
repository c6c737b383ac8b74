/** A system story before it is inserted. */
import type { Row } from '../change.ts'

/** Members of the JSON column `detail`: gids of objects, and other values as the API shows them. */
export type Detail = Record<string, unknown>

export interface StoryDraft {
  /** The task that the story belongs to. */
  task: number
  subtype: string
  detail: Detail
}

export const gidIn = (row: Row, column: string) => row[column] as number
