/**
 * What the pane covers, in windows where it has no room of its own. Invariants:
 * - What is covered cannot get the focus, so that the focus is never hidden.
 * - While the pane follows the focus of a list, the list keeps it. Escape shows what has the focus.
 */
import { useEffect, useLayoutEffect } from 'react'
import { afterOverlay } from '../../components/focus.ts'
import { setFollowing, useFollowing } from '../../components/following.ts'

const MAIN = '#main'
/** What a phone shows around the content, which the pane covers too. */
const BARS = '.top-bar, .phone-bar'

/** Takes the covered parts out of reach while the component is mounted. */
function useInert(selector: string): void {
  useLayoutEffect(() => {
    const parts = selector ? [...document.querySelectorAll<HTMLElement>(selector)] : []
    for (const part of parts) part.inert = true
    return () => {
      for (const part of parts) part.inert = false
    }
  }, [selector])
}

/** Moves the focus from what is covered, or from nothing, to the pane. */
function focusPane(): void {
  const isLost = document.activeElement === document.body || document.activeElement?.closest('[inert]')
  if (isLost) document.querySelector<HTMLElement>('.pane')?.focus()
}

/** Ends following once the focus goes to the pane, or to a part of the content that is no row. */
function onFocus({ target }: FocusEvent): void {
  if (!(target instanceof Element) || !target.closest(`${MAIN}, .pane`)) return
  if (!target.closest(`${MAIN} [data-gid]`)) setFollowing(false)
}

/** Covers the content. A press next to the pane closes it. */
export function Cover({ isPhone, close }: { isPhone: boolean; close(): void }) {
  const isFollowing = useFollowing()
  const covered = [!isFollowing && MAIN, isPhone && BARS].filter(Boolean).join(', ')
  useInert(covered)
  useEffect(() => {
    if (isFollowing) {
      document.addEventListener('focusin', onFocus)
      return () => document.removeEventListener('focusin', onFocus)
    }
    focusPane()
    // A dialog that opened the task cannot return the focus to what is covered now.
    return afterOverlay(focusPane)
  }, [isFollowing])
  if (isFollowing) return null
  // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the button in the pane close it by keyboard
  // biome-ignore lint/a11y/useKeyWithClickEvents: as above
  return <div className="pane-veil" onClick={close} />
}
