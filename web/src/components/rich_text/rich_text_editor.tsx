/**
 * A text field with rich text. It shows the text as a text box with its final role and name; the editor is loaded when
 * the box gets the focus, and takes over the same element. What is typed in between is not lost.
 */
import './rich_text.css'
import {
  type ClipboardEvent,
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { takeEarly } from './early_text.ts'
import type { MountedEditor } from './editor/mount.ts'
import type { RichTextActions, RichTextEditorProps } from './editor_props.ts'
import { loadEditor, useFieldText, useLoadedEditor } from './field_state.ts'
import { isInside, linkOf, untilReleased } from './pointing.ts'
import { RichTextBlocks } from './text.tsx'

export function RichTextEditor(props: RichTextEditorProps) {
  const { label, profile, placeholder, describedBy, footer } = props
  const { box, Editor, element, text, initial, setMounted, events } = useField(props)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const actions = useRef<RichTextActions>(props)
  actions.current = props
  return (
    <div className="rich-text-editor" data-focused={text.isFocused || undefined} {...events}>
      {/* biome-ignore lint/a11y/useSemanticElements: a textarea has no marks */}
      <div
        ref={box}
        className="rich-text"
        role="textbox"
        aria-multiline
        aria-label={label}
        aria-describedby={describedBy}
        aria-placeholder={placeholder}
        data-placeholder={placeholder}
        data-empty={text.isEmpty || undefined}
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
      />
      {element && !Editor ? createPortal(<RichTextBlocks value={text.shown} />, element) : null}
      {element && Editor ? (
        <Editor
          element={element}
          profile={profile}
          initial={initial.current}
          actions={actions}
          bar={bar}
          onReady={setMounted}
          onEmpty={text.setEmpty}
        />
      ) : null}
      {/* The same element before and after the editor is there, so that a press on a button of the footer is not lost. */}
      <div className="rich-text-bar" hidden={!footer && !Editor}>
        <div className="rich-text-tools" ref={setBar} />
        {footer}
      </div>
    </div>
  )
}

/** Keys that the editor has handled do not reach the shortcuts of the page. */
const keepHandledKeys = (event: KeyboardEvent) => event.defaultPrevented && event.stopPropagation()

function useField(props: RichTextEditorProps) {
  const { autoFocus, onFocus, onBlur, onFiles } = props
  const box = useRef<HTMLDivElement>(null)
  const [element, setElement] = useState<HTMLElement>()
  const text = useFieldText(props, box)
  const { Editor, initial, early, pressed, begin } = useLoadedEditor(text.shown, text.editor, box)
  useEffect(() => {
    setElement(box.current ?? undefined)
    if (autoFocus) box.current?.focus()
  }, [autoFocus])
  const insertEarly = (event: ClipboardEvent | DragEvent) => {
    if (text.editor.current) return
    takeEarly(event, early.current, onFiles)
    void begin()
  }
  const events = {
    onKeyDown: keepHandledKeys,
    onPointerEnter: () => void loadEditor(),
    // The static text is in a portal: its events do not pass the text box.
    onMouseDown(event: MouseEvent) {
      if (!isInside(box, event)) return
      if (linkOf(event) && !text.hasFocus()) event.preventDefault()
      else pressed.current ??= untilReleased(event)
    },
    onClick: (event: MouseEvent) => isInside(box, event) && openLink(event, text.hasFocus(), props),
    onPaste: insertEarly,
    onDrop: insertEarly,
    onFocus() {
      void begin()
      if (!text.hasFocus()) onFocus?.()
      text.setFocus(true)
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (event.currentTarget.contains(event.relatedTarget)) return
      text.setFocus(false)
      onBlur?.(text.getValue())
    },
  }
  const setMounted = (mounted: MountedEditor | undefined) => {
    text.editor.current = mounted
  }
  return { box, Editor, element, text, initial, setMounted, events }
}

/** While the text is edited, a press on a link places the caret, unless a key is held. */
function openLink(event: MouseEvent, isEdited: boolean, { onOpenLink }: RichTextEditorProps): void {
  const link = linkOf(event)
  if (!link || (isEdited && !event.ctrlKey && !event.metaKey)) return
  event.preventDefault()
  if (onOpenLink) onOpenLink(link.href, link.dataset.gid)
  else window.open(link.href, '_blank', 'noopener,noreferrer')
}
