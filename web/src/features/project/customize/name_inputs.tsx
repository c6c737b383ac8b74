/** Inputs of a list of named objects: the name of one, and that of the next one. */
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../../../components/button.tsx'

const MAX_NAME_CHARACTERS = 1024

interface NameInputProps {
  name: string
  /** What people read who cannot see the list. */
  shownName: string
  rename(name: string): void
  onKeyDown?(event: KeyboardEvent): void
}

/** Enter, or leaving the input, renames the object. An empty name, or Escape, restores the former one. */
export function NameInput({ name, shownName, rename, onKeyDown }: NameInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft lasts until the object has another name
  useEffect(() => setDraft(null), [name])
  const apply = () => {
    const typed = draft?.trim()
    if (typed && typed !== name) rename(typed)
    else setDraft(null)
  }
  return (
    <input
      className="input"
      aria-label={`Name of ${shownName}`}
      value={draft ?? name}
      maxLength={MAX_NAME_CHARACTERS}
      onChange={event => setDraft(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={event => {
        onKeyDown?.(event)
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') apply()
        else if (event.key === 'Escape' && draft !== null) {
          // The drawer stays open.
          event.stopPropagation()
          setDraft(null)
        }
      }}
    />
  )
}

interface NewNameProps {
  /** The name of the input. */
  label: string
  /** The text of the button. */
  submit: string
  add(name: string): void
  /** Adds one object for each line of a text that is pasted. */
  addAll?(names: readonly string[]): void
}

/** Adds an object, and is then ready for the next one. */
export function NewName({ label, submit, add, addAll }: NewNameProps) {
  const [name, setName] = useState('')
  const typed = name.trim()
  return (
    <form
      className="field-option"
      onSubmit={event => {
        event.preventDefault()
        if (!typed) return
        add(typed)
        setName('')
      }}
    >
      <input
        className="input"
        aria-label={label}
        placeholder={label}
        value={name}
        maxLength={MAX_NAME_CHARACTERS}
        onChange={event => setName(event.currentTarget.value)}
        onPaste={event => {
          const lines = event.clipboardData.getData('text').split('\n')
          const names = lines.map(line => line.trim().slice(0, MAX_NAME_CHARACTERS)).filter(Boolean)
          if (!addAll || names.length < 2) return
          event.preventDefault()
          addAll(names)
        }}
      />
      <Button type="submit" icon={Plus}>
        {submit}
      </Button>
    </form>
  )
}
