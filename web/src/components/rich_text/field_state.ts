/** The state of a rich text field: its text, from the page or from the editor, and the loading of the editor. */
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useEarlyText } from './early_text.ts'
import type { InitialText, LoadedEditor } from './editor/loaded_editor.tsx'
import type { InitialCaret, MountedEditor } from './editor/mount.ts'
import type { RichTextEditorProps } from './editor_props.ts'
import { isAllSelected } from './pointing.ts'
import { canonical, parseInBrowser } from './xml.ts'

type Loaded = typeof LoadedEditor
type Box = RefObject<HTMLDivElement | null>

const canonicalOf = (value: string) => canonical(value, parseInBrowser)
const isEmptyText = (value: string) => canonicalOf(value) === '<body></body>'

/**
 * The text of a field. `shown` is the newest one that the page has set. It does not change while the field has the focus,
 * except through the handle.
 */
export function useFieldText({ value, ref }: RichTextEditorProps, box: Box) {
  const [shown, setShown] = useState(value)
  const [isEmpty, setEmpty] = useState(() => isEmptyText(value))
  const [isFocused, setFocused] = useState(false)
  const editor = useRef<MountedEditor>(undefined)
  const getValue = () => editor.current?.getValue() ?? canonicalOf(shown)
  const setValue = (text: string) => {
    editor.current?.setValue(text)
    setShown(text)
    setEmpty(isEmptyText(text))
  }
  const visit = useRef({ hasFocus: false, setValue })
  visit.current.setValue = setValue
  useEffect(() => {
    if (!visit.current.hasFocus) visit.current.setValue(value)
  }, [value])
  useImperativeHandle(ref, () => ({ getValue, setValue, focus: () => box.current?.focus() }))
  const setFocus = (hasFocus: boolean) => {
    visit.current.hasFocus = hasFocus
    setFocused(hasFocus)
    // Without changes of the user, a text that arrived meanwhile is shown now.
    if (!hasFocus && value !== shown && getValue() === canonicalOf(shown)) setValue(value)
  }
  return {
    ...{ shown, isEmpty, isFocused, editor, getValue, setEmpty, setFocus },
    hasFocus: () => visit.current.hasFocus,
  }
}

let loaded: Loaded | undefined

/** Loads the editor, once for all fields. */
export async function loadEditor(): Promise<Loaded> {
  loaded ??= (await import('./editor/loaded_editor.tsx')).LoadedEditor
  return loaded
}

/** The editor of a field, after `begin` was called and it was loaded; and what it begins with. */
export function useLoadedEditor(shown: string, editor: RefObject<MountedEditor | undefined>, box: Box) {
  const [Editor, setEditor] = useState<Loaded>()
  const early = useEarlyText(box, () => editor.current !== undefined)
  const initial = useRef<InitialText>({ value: shown, takeTyped: () => '', isSubmitted: () => false, caret: 'end' })
  const pressed = useRef<Promise<InitialCaret>>(undefined)
  const newest = useRef(shown)
  newest.current = shown
  const begin = async () => {
    if (Editor) return
    const Loaded = await loadEditor()
    const point = await pressed.current
    await early.current.composed
    const caret = isAllSelected(box.current) ? 'all' : (point ?? 'end')
    initial.current = {
      ...{ value: newest.current, caret },
      takeTyped: () => early.current.text,
      isSubmitted: () => early.current.isSubmitted,
    }
    setEditor(() => Loaded)
  }
  return { Editor, initial, early, pressed, begin }
}
