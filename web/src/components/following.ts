/** Whether the pane follows the focus of a list, which Space begins. The focus then stays in the list. */
import { useSyncExternalStore } from 'react'

let follows = false
const listeners = new Set<() => void>()

export const isFollowing = (): boolean => follows

export function setFollowing(next: boolean): void {
  follows = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders again when following begins or ends. */
export const useFollowing = (): boolean => useSyncExternalStore(subscribe, isFollowing)
