/** The state of the session: whether it has ended while a page is open. */
import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

export function setSessionEnded(ended: boolean): void {
  hasEnded = ended
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls `resume` when the person has signed in again; until the returned function is called. */
export const onSignedInAgain = (resume: () => void): (() => void) => subscribe(() => void (hasEnded || resume()))

export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => hasEnded)
