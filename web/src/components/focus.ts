/** Focus after the focused element is removed, such as a closed dialog or a deleted row. */
import { useEffect } from 'react'

/** Time for a closing dialog to return the focus. */
const FOCUS_DELAY_MS = 60

function focusTitle(): void {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
}

/** Runs after a dialog or a menu that closes now has returned the focus. The dialog does so in a frame, which may be late. */
export const afterOverlay = (run: () => void): void =>
  void setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(run)), FOCUS_DELAY_MS)

/** After the component unmounts, focuses the title of the page if no element has the focus. */
export function useFocusAfter(): void {
  useEffect(() => () => afterOverlay(focusTitle), [])
}

/** Whether a dialog may focus its input when it opens: on a touch screen the keyboard would cover the choices. */
export const focusesInput = (): boolean => !matchMedia('(pointer: coarse)').matches
