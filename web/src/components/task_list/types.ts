/** The rows of a task list, and what is being typed in it. */

import type { Gid } from '../../data/records.ts'
import type { Destination } from '../../data/tasks.ts'
import type { GridRow } from '../grid/types.ts'

export type ListKind = Extract<Destination['kind'], 'project' | 'my_tasks' | 'tag'>

export interface ListRow extends GridRow {
  kind: 'section' | 'group' | 'task' | 'add' | 'new_task' | 'add_section' | 'new_section'
  /** The section of a task, or of a place to add one. */
  section: Gid | null
  /** The task of which this row is a subtask. */
  parent: Gid | null
  /** Of sections: the number of tasks. */
  count?: number
  /** Of sections: the sums of number fields, by the gid of the field. */
  totals?: Readonly<Record<Gid, number>>
  /** Whether the name is being edited. */
  isEditing?: boolean
}

/** What is being typed in a list. */
export type Editing =
  | { readonly type: 'rename'; readonly gid: Gid }
  | {
      readonly type: 'add_task'
      /** The list itself, or the task that gets a subtask. */
      readonly list: Gid
      readonly section: Gid | null
      /** The task after which the new one stands; null is an end of the section. */
      readonly after: Gid | null
      readonly isFirst?: boolean
    }
  | { readonly type: 'add_section'; readonly after: Gid | null }
  | null

export const NEW_TASK = 'new_task'
export const NEW_SECTION = 'new_section'
export const ADD_SECTION = 'add_section'

/** The name of a section or a task as it is shown. */
export const shownName = (name: unknown, fallback: string): string =>
  typeof name === 'string' && name.trim() ? name.trim() : fallback
