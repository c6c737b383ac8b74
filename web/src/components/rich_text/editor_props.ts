/** What a page gives to a rich text field, and what it receives. */
import type { ReactNode, Ref } from 'react'
import type { MentionCandidate } from './editor/trigger.ts'
import type { RichTextProfile } from './schema.ts'

/** What the page does with the text. */
export interface RichTextActions {
  /**
   * Receives the canonical form after each change. `getShown` returns the text with names and addresses, as the server
   * will return it: what a page shows until then.
   */
  onChange?(value: string, getShown: () => string): void
  onSubmit?(value: string): void
  onEscape?(): void
  onMention?(query: string): Promise<readonly MentionCandidate[]>
  onFiles?(files: File[]): void
  /** Creates a subtask from a line that begins with `[ ]`; without it, none is offered. */
  onSubtask?(name: string): void
}

/** Access to the text of an editor, for a page that saves, empties or replaces it. */
export interface RichTextHandle {
  /** The canonical form of the text. */
  getValue(): string
  /** Replaces the text, even while the user edits it. */
  setValue(value: string): void
  focus(): void
}

export interface RichTextEditorProps extends RichTextActions {
  /** The accessible name. */
  label: string
  /** The text of the wire. While the field has the focus, another value is ignored: the text of the user stays. */
  value: string
  profile: RichTextProfile
  placeholder?: string
  /** The ID of an element that describes the field. */
  describedBy?: string
  autoFocus?: boolean
  /** Shown next to the toolbar, such as a button that posts a comment. */
  footer?: ReactNode
  ref?: Ref<RichTextHandle>
  /** Opens a link: pressed while the field has no focus, or with Control or ⌘. Default: a new tab. */
  onOpenLink?(href: string, gid: string | undefined): void
  onFocus?(): void
  /** Called when the focus leaves the field, its toolbar and its lists. */
  onBlur?(value: string): void
}
