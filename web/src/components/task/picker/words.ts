/** Words of notices, and what several tasks have in common. */
import type { Gid } from '../../../data/records.ts'

/** "Task", or "3 tasks". */
export const countOf = (tasks: readonly Gid[]): string => (tasks.length === 1 ? 'Task' : `${tasks.length} tasks`)

export const completionTitle = (tasks: readonly Gid[], isCompleted: boolean): string =>
  `${countOf(tasks)} ${isCompleted ? 'completed' : 'reopened'}`

export const placeTitle = (place: string): string => `Moved to ${place}`

export const TRASH_TITLE = 'Moved to trash'

/** What a picker shows of the values of several tasks: none of them where they differ. */
export function commonOf<T>(values: readonly T[]): { value: T | null; isMixed: boolean } {
  const isMixed = new Set(values).size > 1
  return { value: isMixed ? null : (values[0] ?? null), isMixed }
}
