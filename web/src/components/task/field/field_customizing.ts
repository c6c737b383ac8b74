/**
 * Editing the definition of a custom field from where its values are chosen. The screen of a project offers it for its
 * fields; pickers use it without knowing the screen.
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { Gid } from '../../../data/records.ts'

interface Offer {
  readonly fields: readonly Gid[]
  open(field: Gid): void
}

let offer: Offer | undefined
const listeners = new Set<() => void>()

function set(next: Offer | undefined): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Offers to edit fields while the screen is shown, if the person may. */
export function useOfferCustomizing(canCustomize: boolean, fields: readonly Gid[], open: (field: Gid) => void): void {
  useEffect(() => {
    if (!canCustomize) return
    set({ fields, open })
    return () => set(undefined)
  }, [canCustomize, fields, open])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What opens the definition of a field; undefined where no screen offers it. */
export function useCustomizing(field: Gid): (() => void) | undefined {
  const current = useSyncExternalStore(subscribe, () => offer)
  return current?.fields.includes(field) ? () => current.open(field) : undefined
}
