/** Words of notices, and what several tasks have in common. */
import type { Gid, Records } from '../../../data/records.ts'

/** "Task", or "3 tasks". */
export const countOf = (tasks: readonly Gid[]): string => (tasks.length === 1 ? 'Task' : `${tasks.length} tasks`)

export const completionTitle = (tasks: readonly Gid[], isCompleted: boolean): string =>
  `${countOf(tasks)} ${isCompleted ? 'completed' : 'reopened'}`

export const placeTitle = (place: string): string => `Moved to ${place}`

export const TRASH_TITLE = 'Moved to trash'

/** The value of a member that all tasks have; null where they differ. */
export function commonOf(records: Records, tasks: readonly Gid[], member: string): Gid | null {
  const values = new Set(tasks.map(task => records.get(task)?.[member] ?? null))
  const [value] = values
  return values.size === 1 && typeof value === 'string' ? value : null
}
