/** A system story before it is inserted. */
/** Members of the JSON column `detail`: gids of objects, and other values as the API shows them. */
export type DraftDetail = Record<string, unknown>

export interface StoryDraft {
  /** The task that the story belongs to. */
  task: number
  subtype: string
  detail: DraftDetail
}
