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
/** The text with which the command menu opens. */
let text = ''
const listeners = new Set<() => void>()

export function openDialog(dialog: FrameDialog | null): void {
  current = dialog
  text = ''
  for (const listener of listeners) listener()
}

/** Opens the command menu with a text, such as `#` for projects. */
export function openCommandMenu(typed: string): void {
  openDialog('command_menu')
  text = typed
}

export const commandText = (): string => text

export const closeDialog = (): void => openDialog(null)

export const useOpenDialog = (): FrameDialog | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
