/** Fields with an `id_prefix` number the tasks that they apply to: each task once, in sequence, without gaps. */
import { getForUpdate, insert, update } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import {
  lockLists,
  type NumberingScope,
  tasksToNumber,
  tasksToNumberAmong,
  type UnnumberedTask,
} from '../../../store/queries/fields.ts'

/** Numbers a task, the tasks of a project, or those that a field applies to, unless they have a number. */
export async function numberTasks(tx: Writer, owner: NumberingScope, gid: number): Promise<void> {
  if (owner !== 'task') await lockLists(tx, owner, gid)
  await insertNumbers(tx, await tasksToNumber(tx, owner, gid))
}

/** Numbers some tasks, unless they have a number. */
export const numberAll = async (tx: Writer, tasks: readonly number[]): Promise<void> =>
  insertNumbers(tx, tasks.length === 0 ? [] : await tasksToNumberAmong(tx, tasks))

async function insertNumbers(tx: Writer, unnumbered: readonly UnnumberedTask[]): Promise<void> {
  const counts = new Map<number, { prefix: string; next: number }>()
  for (const { task, custom_field: field, workspace } of unnumbered) {
    const count = counts.get(field) ?? (await lockCounter(tx, field))
    counts.set(field, count)
    const value = {
      text_value: `${count.prefix}-${count.next++}`,
      number_value: null,
      enum_value: null,
      date_on: null,
      date_at: null,
    }
    await insert(tx, 'custom_field_values', {
      ...{ gid: tx.gid(), object: task, object_type: 'task', custom_field: field, workspace, ...value },
    })
  }
  // Written in the same transaction as the values: a rollback returns the numbers.
  for (const [field, { next }] of counts) await update(tx, 'custom_fields', { gid: field }, { next_id: next })
}

async function lockCounter(tx: Writer, field: number) {
  const { id_prefix: prefix, next_id: next } = await getForUpdate(tx, 'custom_fields', field)
  return { prefix: prefix ?? '', next }
}
