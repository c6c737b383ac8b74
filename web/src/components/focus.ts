/** Where the focus goes when what had it is gone: a dialog that closes, a row whose button did its work. */
import { useEffect } from 'react'

/** Long enough for a dialog that closes to give the focus back. */
const WAIT_MS = 60

/** When what used the focus is gone and left it nowhere, it goes to the title of the room. */
export function useFocusAfter(): void {
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
      }, WAIT_MS)
    },
    [],
  )
}
