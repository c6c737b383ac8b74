/** A line below the picture that follows the pointer: what a release changes, or why it changes nothing. */
export const GROUP_NOTE = 'Changes the group, not the order'

export interface DragNote {
  readonly preview: HTMLElement
  /** Says why the target under the pointer refuses; null where it does not. */
  refuse(reason: string | null): void
}

/** A preview of a title or a picture, with the note below it. */
export function notePreview(content: string | HTMLElement, text: string): DragNote {
  const preview = document.createElement('div')
  preview.className = typeof content === 'string' ? 'drag-noted drag-title' : 'drag-noted'
  const note = document.createElement('span')
  note.className = 'drag-note'
  note.textContent = text
  preview.append(content, note)
  return {
    preview,
    refuse: reason => {
      note.textContent = reason ?? text
      note.toggleAttribute('data-refused', reason !== null)
    },
  }
}
