/** Fields with an `id_prefix` number the tasks that they apply to: each once, in one row of numbers, without gaps. */
import { insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { fieldOf, tasksToNumber } from '../../../store/queries/fields.ts'

/** Numbers a task, or the tasks of a project, where a field of the project has not done so yet. */
export async function numberTasks(tx: Writer, owner: 'task' | 'project', gid: number): Promise<void> {
  for (const { task, custom_field: field, workspace } of await tasksToNumber(tx, owner, gid)) {
    // Written in the same transaction as the task: a number that was given to nobody is given again.
    const { id_prefix: prefix, next_id: next } = await fieldOf(tx, field)
    await update(tx, 'custom_fields', { gid: field }, { next_id: next + 1 })
    const value = {
      text_value: `${prefix}-${next}`,
      number_value: null,
      enum_value: null,
      date_on: null,
      date_at: null,
    }
    await insert(tx, 'custom_field_values', { gid: tx.gid(), task, custom_field: field, workspace, ...value })
  }
}
