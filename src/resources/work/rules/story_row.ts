/** The row of a story, for comments and system stories alike. */
import type { WriteOrigin, Writer } from '../../../store/db.ts'
import type { StoryRow } from '../../../store/queries/stories.ts'

type StoryColumns = Pick<StoryRow, 'target' | 'target_type' | 'workspace' | 'type' | 'resource_subtype'> &
  Partial<StoryRow>

/** A new story by the actor of this transaction. */
export const newStory = (tx: Writer, columns: StoryColumns): StoryRow => ({
  gid: tx.gid(),
  text: '',
  html_text: null,
  is_pinned: 0,
  is_edited: 0,
  sticker_name: null,
  source: sourceOf(tx.origin),
  detail: null,
  created_by: tx.origin.user,
  created_at: tx.now,
  deleted_at: null,
  ...columns,
})

function sourceOf({ kind }: WriteOrigin): string {
  if (kind === null) return 'unknown'
  return kind === 'session' ? 'web' : 'api'
}
