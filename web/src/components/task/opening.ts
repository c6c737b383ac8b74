/**
 * The picker or dialog that a key or a menu opened, for one task or several ones. The shell shows it; whatever opens one
 * only names it here.
 */
import { useSyncExternalStore } from 'react'
import type { Gid } from '../../data/records.ts'
import type { TaskList } from './moving/places.ts'

export type TaskEditor =
  | 'assignee'
  | 'due_date'
  | 'start_date'
  | 'tags'
  | 'project'
  | 'section'
  | 'move'
  | 'dependencies'
  | 'dependents'
  | 'parent'
  | 'menu'

export interface Opening {
  readonly editor: TaskEditor
  readonly tasks: readonly Gid[]
  /** The element next to which a picker stands; by default the focused one. */
  readonly anchor: Element | null
  readonly list?: TaskList | undefined
}

let opening: Opening | undefined
const listeners = new Set<() => void>()

function set(next: Opening | undefined): void {
  opening = next
  for (const listener of listeners) listener()
}

export const openEditor = (next: Opening): void => set(next)
/** Closes an editor, unless it opened another one meanwhile, as a menu does. */
export function closeEditor(closed: Opening): void {
  if (opening === closed) set(undefined)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOpening = (): Opening | undefined => useSyncExternalStore(subscribe, () => opening)
