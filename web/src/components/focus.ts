/** Focus after the focused element is removed, such as a closed dialog or a deleted row. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Time for a closing dialog to return the focus. */
const FOCUS_DELAY_MS = 60

function focusTitle(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
}

/** Runs after a dialog or a menu that closes now has returned the focus. The dialog does so in a frame, which may be late. */
export const afterOverlay = (run: () => void): void =>
  void setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(run)), FOCUS_DELAY_MS)

/** How many dialogs have opened so far. */
let opened = 0

/** After the component unmounts, focuses the title of the page if no element has the focus and no dialog has opened since. */
export function useFocusAfter(): void {
  useEffect(
    () => () => {
      const before = opened
      afterOverlay(() => {
        if (opened === before) focusTitle()
      })
    },
    [],
  )
}

/**
 * As `useFocusAfter`, for a dialog. The one that closed before it must not focus the title while this one, which closes soon
 * after, is returning the focus.
 */
export function useFocusAfterDialog(): void {
  useEffect(() => {
    opened += 1
  }, [])
  useFocusAfter()
}

/**
 * For a text field that takes the place of a control. The returned function closes it after a key, and focuses the element that
 * had the focus before, or the control that opens the field, which `opener` selects. What has got the focus meanwhile keeps it.
 */
export function useFocusReturn(opener?: string): (close: () => void) => void {
  const [origin] = useState(() => document.activeElement)
  return close => {
    // The control is back only when the field is gone.
    flushSync(close)
    if (document.activeElement !== document.body) return
    const isBack = origin?.isConnected && origin !== document.body
    const target = isBack ? origin : opener && document.querySelector(opener)
    if (target instanceof HTMLElement) target.focus()
  }
}

/** Whether a dialog may focus its input when it opens: on a touch screen the keyboard would cover the choices. */
export const focusesInput = (): boolean => !matchMedia('(pointer: coarse)').matches
