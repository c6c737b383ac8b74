/** The decision between two versions of a text that were edited at the same place. */
import './rich_text.css'
import { Button } from '../button.tsx'
import { RichText } from './text.tsx'

interface TextConflictProps {
  mine: string
  theirs: string
  /** The text that contains the edits of both. */
  both: string
  /** Who wrote the other version, if it is known. */
  editor?: string
  onChoose(value: string): void
}

/** Both versions, and buttons that keep one of them or both. */
export function TextConflict({ mine, theirs, both, editor, onChoose }: TextConflictProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no grid layout in all browsers
    <div className="rich-text-conflict" role="group" aria-label="Conflicting edits">
      <p>{editor ?? 'Someone else'} changed the same part of this text.</p>
      <div className="rich-text-versions">
        <section aria-label="Your version">
          <h3>Your version</h3>
          <RichText value={mine} />
          <Button onPress={() => onChoose(mine)}>Keep mine</Button>
        </section>
        <section aria-label="Their version">
          <h3>{editor ? `${editor}’s version` : 'Their version'}</h3>
          <RichText value={theirs} />
          <Button onPress={() => onChoose(theirs)}>Keep theirs</Button>
        </section>
      </div>
      <div className="rich-text-choices">
        <Button onPress={() => onChoose(both)}>Keep both</Button>
      </div>
    </div>
  )
}
