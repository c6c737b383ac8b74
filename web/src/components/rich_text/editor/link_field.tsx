/** The address of a link, in a row of the editor. */
import type { EditorView } from 'prosemirror-view'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { linkAt, setLink } from './commands.ts'

interface LinkFieldProps {
  view: EditorView
  onClose(): void
}

export function LinkField({ view, onClose }: LinkFieldProps) {
  const current = linkAt(view.state)?.href ?? ''
  const [address, setAddress] = useState(current)
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    onClose()
    view.focus()
  }
  const apply = (value: string) => {
    if (setLink(value.trim())(view.state, view.dispatch)) close()
    else setWrong(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form around the text, such as that of a new task, stays open.
    event.stopPropagation()
    apply(address)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <form className="rich-text-link" aria-label="Link" onSubmit={submit} onKeyDown={leave}>
      <input
        type="text"
        inputMode="url"
        aria-label="Address"
        aria-invalid={isWrong}
        placeholder="https://…"
        value={address}
        // biome-ignore lint/a11y/noAutofocus: the field opens on request
        autoFocus
        onChange={event => {
          setAddress(event.target.value)
          setWrong(false)
        }}
      />
      <button type="submit">Apply</button>
      {current ? (
        <button type="button" onClick={() => apply('')}>
          Remove link
        </button>
      ) : null}
      <button type="button" onClick={close}>
        Cancel
      </button>
      {isWrong ? <p role="alert">A link begins with http, https or mailto.</p> : null}
    </form>
  )
}
