/** The dialogs of the frame: at most one is open, from wherever it was requested. */
import { useSyncExternalStore } from 'react'

export type FrameDialog =
  | 'command_menu'
  | 'quick_add'
  | 'new_project'
  | 'new_section'
  | 'new_tag'
  | 'new_team'
  | 'shortcuts'
  | 'menu'

let current: FrameDialog | null = null
const listeners = new Set<() => void>()

export function openDialog(dialog: FrameDialog | null): void {
  current = dialog
  for (const listener of listeners) listener()
}

export const closeDialog = (): void => openDialog(null)

export const useOpenDialog = (): FrameDialog | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
