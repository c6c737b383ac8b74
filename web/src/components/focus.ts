/** Focus after the focused element is removed, such as a closed dialog or a deleted row. */
import { useEffect } from 'react'

/** Time for a closing dialog to return the focus. */
const FOCUS_DELAY_MS = 60

/** After the component unmounts, focuses the title of the page if no element has the focus. */
export function useFocusAfter(): void {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
      }, FOCUS_DELAY_MS)
    },
    [],
  )
}
