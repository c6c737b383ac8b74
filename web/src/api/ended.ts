/** Whether the session has ended while a page is open. */
import { useSyncExternalStore } from 'react'

let ended = false
const listeners = new Set<() => void>()

export function setEnded(isOver: boolean): void {
  ended = isOver
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useEnded = (): boolean => useSyncExternalStore(subscribe, () => ended)
