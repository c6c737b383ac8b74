/**
 * A text field in a row: Enter and leaving it keep the text, Escape discards it, and both keys return the focus. What is typed
 * survives a closed page.
 */
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { createDraftWriter } from '../../data/drafts.ts'
import { useCache } from '../../data/hooks.ts'
import { useFocusReturn } from '../focus.ts'

const MAX_NAME_CHARACTERS = 1024

interface Props {
  /** The accessible name. */
  label: string
  initial?: string
  placeholder?: string
  /** The key of the draft; without it what is typed is not stored. */
  draft?: string
  /** Selects the control that opens the field. */
  opener?: string
  /** Whether the field stays open and empty after Enter. */
  isRepeated?: boolean
  /** Keeps the text; it is not empty. */
  onCommit(text: string, by: 'enter' | 'tab' | 'blur'): void
  onClose(by: 'enter' | 'escape' | 'blur'): void
  onPasteLines?(lines: readonly string[]): void
}

/** Stores what is typed, and restores it in a field in which nothing was typed yet. */
function useDraft(key: string | undefined, initial: string) {
  const { persistence } = useCache()
  const input = useRef<HTMLInputElement>(null)
  const draft = useMemo(() => (key ? createDraftWriter(persistence, key) : undefined), [persistence, key])
  const first = useRef(initial)
  useEffect(() => {
    if (!key) return
    void persistence.draft(key).then(left => {
      if (input.current?.value === first.current && left) input.current.value = left.text
    })
    return () => draft?.flush()
  }, [persistence, key, draft])
  return { input, draft }
}

export function InlineText({
  label,
  initial = '',
  placeholder,
  draft: draftKey,
  opener,
  isRepeated,
  onCommit,
  onClose,
  onPasteLines,
}: Props) {
  const { input, draft } = useDraft(draftKey, initial)
  const isClosed = useRef(false)
  const returnFocus = useFocusReturn(opener)
  // Before the grid looks for the focus that its replaced row had.
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true })
    if (initial) input.current?.select()
  }, [input, initial])
  const commit = (by: 'enter' | 'tab' | 'blur') => {
    const text = input.current?.value.trim() ?? ''
    if (text && text !== initial) onCommit(text, by)
    draft?.clear()
    return text
  }
  const close = (by: 'enter' | 'escape' | 'blur') => {
    isClosed.current = true
    onClose(by)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const text = commit('enter')
      if (isRepeated && text) event.currentTarget.value = ''
      else returnFocus(() => close('enter'))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      draft?.clear()
      returnFocus(() => close('escape'))
    } else if (event.key === 'Tab' && !event.shiftKey && isRepeated && event.currentTarget.value.trim()) {
      event.preventDefault()
      isClosed.current = true
      commit('tab')
    }
  }
  const onBlur = (_event: FocusEvent) => {
    // Another window has the focus: the field stays as it is.
    if (isClosed.current || !document.hasFocus()) return
    commit('blur')
    close('blur')
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData.getData('text/plain').split(/\r?\n/)
    const names = lines.map(line => line.trim()).filter(Boolean)
    if (!onPasteLines || names.length < 2) return
    event.preventDefault()
    onPasteLines(names)
  }
  return (
    <input
      ref={input}
      type="text"
      className="inline-text"
      aria-label={label}
      defaultValue={initial}
      placeholder={placeholder}
      maxLength={MAX_NAME_CHARACTERS}
      autoComplete="off"
      enterKeyHint="done"
      onInput={({ currentTarget: { value } }) => (value ? draft?.write({ text: value }) : draft?.clear())}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPaste={onPaste}
    />
  )
}
