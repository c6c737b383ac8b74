/** What is typed on a board, and where the focus goes afterwards. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useResolved } from '../../data/hooks.ts'
import type { Typing } from './board_context.ts'

/** The control that begins the same again. */
function controlOf(typing: NonNullable<Typing>): string {
  if (typing.type === 'column') return '.board-add-column'
  const control = typing.type === 'card' ? '.board-add-button' : '[aria-haspopup]'
  return `.board-column[data-column="${CSS.escape(typing.column)}"] ${control}`
}

/**
 * A key that closes the text field returns the focus to the element that had it before, or to the control that opens the
 * field. A press elsewhere keeps its own focus.
 */
export function useTyping() {
  const [given, setGiven] = useState<Typing>(null)
  const typing = useResolved(given)
  const [ended, setEnded] = useState<Typing>(null)
  const origin = useRef<Element>(null)
  const setTyping = useCallback((typing: NonNullable<Typing>) => {
    origin.current = document.activeElement
    setGiven(typing)
  }, [])
  const endTyping = useCallback(
    (by: 'enter' | 'escape' | 'blur') => {
      setEnded(by === 'blur' ? null : typing)
      setGiven(null)
    },
    [typing],
  )
  useLayoutEffect(() => {
    if (ended === null || document.activeElement !== document.body) return
    const before = origin.current?.isConnected && origin.current !== document.body ? origin.current : null
    const target = before ?? document.querySelector(controlOf(ended))
    if (target instanceof HTMLElement) target.focus()
  }, [ended])
  return { typing, setTyping, endTyping }
}
