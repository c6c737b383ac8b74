/** Whether the window matches a media query, such as the width below which the sidebar is a drawer. */
import { useCallback, useSyncExternalStore } from 'react'

/** Below this width the sidebar is a drawer. */
export const NARROW = '(max-width: 899px)'
/** Below this width the bar at the bottom replaces the sidebar. */
export const PHONE = '(max-width: 639px)'
/** Below this width the task in the pane covers the screen. */
export const COVERED = '(max-width: 1099px)'
/** The person asked for less motion. */
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
