/** A textbox in the place of a value: Enter and leaving it save, Escape discards. The focus returns to the value. */
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FieldLook } from './field_button.tsx'

/** The limit of the server, in characters. */
const MAX_CHARACTERS = 1024

interface Props {
  label: string
  look: FieldLook
  initial: string
  isNumber?: boolean
  save(text: string): void
  close(): void
}

export function TextEditor({ label, look, initial, isNumber = false, save, close }: Props) {
  const [text, setText] = useState(initial)
  const isClosed = useRef(false)
  const frame = useRef<HTMLSpanElement>(null)
  const finish = (saves: boolean, returnsFocus: boolean) => {
    if (isClosed.current) return
    isClosed.current = true
    // The value that takes this place is rendered after this event.
    const parent = frame.current?.parentElement
    if (saves) save(text.trim())
    close()
    if (returnsFocus) {
      setTimeout(() => (parent?.querySelector<HTMLElement>('button.task-field, button.task-cell') ?? parent)?.focus())
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    finish(event.key === 'Enter', true)
  }
  return (
    <span ref={frame} className={`task-editor ${look}`}>
      <input
        type="text"
        aria-label={label}
        className="task-input"
        inputMode={isNumber ? 'decimal' : undefined}
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        // A press on the value opens the textbox to type in it.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus
        value={text}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => finish(true, false)}
      />
    </span>
  )
}
