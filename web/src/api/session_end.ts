/** Whether the session has ended while a page is open. */
import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

export function setSessionEnded(isOver: boolean): void {
  hasEnded = isOver
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => hasEnded)
