/** What a user types, pastes and drops into a text box while its editor loads. */
import { type ClipboardEvent, type DragEvent, type RefObject, useEffect, useRef } from 'react'

export interface EarlyText {
  text: string
  /** Settled when the input method is not composing. */
  composed: Promise<unknown> | undefined
  /** Whether the user has pressed the keys that submit the text. */
  isSubmitted: boolean
}

/** Collects the text that is typed as long as `isOver` returns false. */
export function useEarlyText(box: RefObject<HTMLElement | null>, isOver: () => boolean): RefObject<EarlyText> {
  const early = useRef<EarlyText>({ text: '', composed: undefined, isSubmitted: false })
  const newest = useRef(isOver)
  newest.current = isOver
  useEffect(() => {
    const element = box.current
    const collect = (event: InputEvent) => {
      if (newest.current()) return
      event.preventDefault()
      early.current.text = typed(early.current.text, event)
    }
    // An input method writes into the static text, which the editor then replaces.
    const compose = () => {
      if (newest.current()) return
      early.current.composed = new Promise<CompositionEvent>(resolve => {
        element?.addEventListener('compositionend', resolve, { once: true })
      }).then(({ data }) => {
        early.current.text += data
      })
    }
    // The keys that end the typing act as they do in the editor.
    const end = (event: KeyboardEvent) => {
      const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (newest.current() || event.isComposing || !(isSubmit || event.key === 'Escape')) return
      event.preventDefault()
      if (isSubmit) early.current.isSubmitted = true
      else element?.blur()
    }
    element?.addEventListener('keydown', end)
    element?.addEventListener('beforeinput', collect)
    element?.addEventListener('compositionstart', compose)
    return () => {
      element?.removeEventListener('keydown', end)
      element?.removeEventListener('beforeinput', collect)
      element?.removeEventListener('compositionstart', compose)
    }
  }, [box])
  return early
}

/** A text after an input. */
function typed(text: string, { inputType, data }: InputEvent): string {
  if (inputType === 'insertText') return text + (data ?? '')
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') return `${text}\n`
  return inputType === 'deleteContentBackward' ? text.slice(0, -1) : text
}

/** Takes the files of a paste or a drop, otherwise its text. */
export function takeEarly(
  event: ClipboardEvent | DragEvent,
  early: EarlyText,
  onFiles: ((files: File[]) => void) | undefined,
): void {
  event.preventDefault()
  const transfer = 'dataTransfer' in event ? event.dataTransfer : event.clipboardData
  if (transfer.files.length > 0) onFiles?.([...transfer.files])
  else early.text += transfer.getData('text/plain')
}
