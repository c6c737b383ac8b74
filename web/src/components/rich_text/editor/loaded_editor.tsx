/** The editor with its toolbar and lists: what is loaded when a text is edited for the first time. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { RichTextActions } from '../editor_props.ts'
import type { RichTextProfile } from '../schema.ts'
import { LinkField } from './link_field.tsx'
import { type InitialCaret, type MountedEditor, mountEditor } from './mount.ts'
import { Suggestions } from './suggestions.tsx'
import { Toolbar } from './toolbar.tsx'
import { findTrigger } from './trigger.ts'

/** The state in which the editor begins. */
export interface InitialText {
  value: string
  /** Returns what the user typed before the editor was there. */
  takeTyped(): string
  /** Whether the user submitted the text before the editor was there. */
  isSubmitted(): boolean
  caret: InitialCaret
}

interface LoadedEditorProps {
  element: HTMLElement
  profile: RichTextProfile
  initial: InitialText
  /** The newest functions of the page. */
  actions: RefObject<RichTextActions>
  /** The element that receives the toolbar. */
  bar: HTMLElement | null
  onReady(editor: MountedEditor | undefined): void
  onEmpty(isEmpty: boolean): void
}

export function LoadedEditor(props: LoadedEditorProps) {
  const [isLinking, setLinking] = useState(false)
  const { editor, keys } = useEditor(props, setLinking)
  const [dismissed, setDismissed] = useState<number>()
  const { actions, bar } = props
  if (!editor) return null
  const { view } = editor
  const trigger = findTrigger(view.state)
  const { onMention, onSubtask } = actions.current
  const isOffered = trigger && { '/': true, '@': onMention, '[': onSubtask }[trigger.kind]
  return (
    <>
      {isOffered && trigger.from !== dismissed && view.hasFocus() ? (
        <Suggestions
          view={view}
          trigger={trigger}
          onMention={onMention}
          onSubtask={onSubtask}
          keys={keys}
          onClose={() => setDismissed(trigger.from)}
        />
      ) : (
        <Forget isNeeded={!trigger && dismissed !== undefined} forget={() => setDismissed(undefined)} />
      )}
      {isLinking ? <LinkField view={view} onClose={() => setLinking(false)} /> : null}
      {bar && createPortal(<Toolbar view={view} isLinking={isLinking} onLink={() => setLinking(true)} />, bar)}
    </>
  )
}

/** A list that was closed opens again with the next trigger. */
function Forget({ isNeeded, forget }: { isNeeded: boolean; forget(): void }) {
  const newest = useRef(forget)
  newest.current = forget
  useEffect(() => {
    if (isNeeded) newest.current()
  }, [isNeeded])
  return null
}

function useEditor(props: LoadedEditorProps, setLinking: (isLinking: boolean) => void) {
  const { element, profile, initial, actions, onReady, onEmpty } = props
  const [editor, setEditor] = useState<MountedEditor>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false)
  const start = useRef(initial)
  const ready = useRef(onReady)
  const empty = useRef(onEmpty)
  const leave = useCallback(() => {
    element.blur()
    actions.current.onEscape?.()
  }, [element, actions])
  const submit = useCallback(
    (mounted: MountedEditor) => (actions.current.onSubmit ? actions.current.onSubmit(mounted.getValue()) : leave()),
    [actions, leave],
  )
  const mount = useCallback(() => {
    const update = () => {
      const { doc } = mounted.view.state
      empty.current(doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.content.size === 2)
      redraw()
    }
    const { value, takeTyped, caret } = start.current
    const mounted = mountEditor(element, {
      ...{ value, typed: takeTyped(), caret },
      profile,
      events: {
        changed: (value, getShown) => actions.current.onChange?.(value, getShown),
        updated: () => queueMicrotask(update),
        key: event => keys.current(event),
        submit: () => submit(mounted),
        leave,
        editLink: () => setLinking(true),
        files(files) {
          actions.current.onFiles?.(files)
          return actions.current.onFiles !== undefined
        },
      },
    })
    return mounted
  }, [element, profile, actions, leave, submit, setLinking])
  useLayoutEffect(() => {
    const mounted = mount()
    setEditor(mounted)
    ready.current(mounted)
    if (start.current.isSubmitted()) submit(mounted)
    return () => {
      start.current = { value: mounted.getShown(), takeTyped: () => '', isSubmitted: () => false, caret: 'end' }
      ready.current(undefined)
      mounted.destroy()
    }
  }, [mount, submit])
  return { editor, keys }
}
