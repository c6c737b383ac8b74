/** A story as it is kept: what the comments of people and the notes of the program have in common. */
import type { Origin, Writer } from '../../../store/db.ts'
import type { StoryRow } from '../../../store/queries/stories.ts'

type Said = Pick<StoryRow, 'target' | 'workspace' | 'type' | 'resource_subtype'> & Partial<StoryRow>

/** A new story by whoever makes this write. */
export const newStory = (tx: Writer, said: Said): StoryRow => ({
  gid: tx.gid(),
  text: '',
  html_text: null,
  is_pinned: 0,
  is_edited: 0,
  sticker_name: null,
  source: sourceOf(tx.by),
  detail: null,
  created_by: tx.by.user,
  created_at: tx.now,
  deleted_at: null,
  ...said,
})

function sourceOf({ kind }: Origin): string {
  if (kind === null) return 'unknown'
  return kind === 'session' ? 'web' : 'api'
}
