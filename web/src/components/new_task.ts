/** The dialog of a new task, opened by a screen with what the screen already knows of the task. */
import type { Gid } from '../data/records.ts'
import { runCommand } from './commands.ts'

export interface NewTask {
  readonly assignee?: Gid
  readonly project?: Gid
  readonly due_on?: string
  readonly tags?: readonly Gid[]
  /** The task or section with the focus: the new task goes to its section. */
  readonly near?: Gid
}

let given: NewTask = {}

/** Opens the dialog with these values. */
export function openNewTask(values: NewTask): void {
  given = values
  runCommand('quick_add')
}

/** The values with which the dialog was opened, once; in a calendar also the day with the focus, in a list the row. */
export function takeNewTask(): NewTask {
  const focused = (data: string) => document.activeElement?.closest<HTMLElement>(`[data-${data}]`)?.dataset[data]
  const [due_on, near] = [focused('day'), focused('gid')]
  const values = { ...(due_on && { due_on }), ...(near && { near }), ...given }
  given = {}
  return values
}
