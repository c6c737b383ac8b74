/** A textbox for a date in words. It shows what it understood while the user types; Enter and leaving it apply. */
import { type KeyboardEvent, useId, useState } from 'react'
import { focusesInput } from '../focus.ts'
import { type DateEnd, formatEnd } from './draft.ts'

interface Props {
  label: string
  end: DateEnd | null
  /** Whether the grid of days sets this end. */
  isEdited: boolean
  now: Date
  timeZone?: string
  placeholder?: string
  onFocus(): void
  /** `closes` says that the user finished with Enter. */
  onEnd(end: DateEnd, closes: boolean): void
}

/** Typed text: null while the textbox shows the date itself. */
interface Typing {
  text: string
  end: DateEnd | null
}

const shown = (end: DateEnd | null) => (end ? formatEnd(end) : '')

/** The state of the text, and its parser, which is loaded at the first letter. */
function useWords({ end, now, timeZone, onEnd }: Props) {
  const [typing, setTyping] = useState<Typing | null>(null)
  const parse = async (text: string) => (await import('./words.ts')).parseWords(text, now, timeZone)
  return {
    typing,
    async type(text: string) {
      setTyping(old => ({ text, end: old?.end ?? null }))
      const parsed = await parse(text)
      setTyping(current => (current?.text === text ? { text, end: parsed } : current))
    },
    discard: () => setTyping(null),
    async apply(closes: boolean) {
      const parsed = typing ? await parse(typing.text) : end
      if (parsed) {
        setTyping(null)
        if (typing || closes) onEnd(parsed, closes)
      } else if (!closes) setTyping(null)
    },
  }
}

export function DateText(props: Props) {
  const { label, placeholder = label, end, isEdited, onFocus } = props
  const hintId = useId()
  const { typing, type, apply, discard } = useWords(props)
  const onKeyDown = (event: KeyboardEvent) => {
    // The dialog closes, and the focus that leaves the text must not apply it.
    if (event.key === 'Escape') return discard()
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void apply(true)
  }
  const hint = typing === null || typing.text.trim() === '' ? '' : typing.end ? shown(typing.end) : 'Not a date yet'
  return (
    <div className="date-text">
      <input
        className="date-input"
        type="text"
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        placeholder={placeholder}
        // The dialog opens to choose: typing is the first thing to do.
        // biome-ignore lint/a11y/noAutofocus: as above
        autoFocus={isEdited && focusesInput()}
        autoComplete="off"
        spellCheck={false}
        data-edited={isEdited}
        value={typing?.text ?? shown(end)}
        onFocus={event => {
          event.currentTarget.select()
          onFocus()
        }}
        onChange={event => void type(event.currentTarget.value)}
        onBlur={() => typing && void apply(false)}
        onKeyDown={onKeyDown}
      />
      <p id={hintId} className="date-hint" role="status">
        {hint}
      </p>
    </div>
  )
}
