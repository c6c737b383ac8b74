/** The tasks that were deleted with an object: they have the same `deleted_at` and are below it. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

/** Tasks with the same `deleted_at`, from some of them down through their subtasks. */
const deletedTasks = (first: string): Statement<{ gid: number }> =>
  statement(param => {
    const isSame = sql`t.deleted_at = ${param('deleted_at')}`
    return sql<{ gid: number }>`with recursive deleted (gid) as (
      ${sql.raw(first)} = ${param('from')} and ${isSame}
      union select t.gid from deleted d join tasks t on t.parent = d.gid where ${isSame}) select gid from deleted`
  })

const tasks = {
  project: deletedTasks('select t.gid from task_memberships m join tasks t on t.gid = m.task where m.project'),
  task: deletedTasks('select t.gid from tasks t where t.gid'),
}

interface DeletedObject {
  gid: number
  deleted_at: number
}

/** The tasks that were deleted with a project, or with a task, including that task. */
export const tasksDeletedWith = async (
  reader: Reader,
  type: keyof typeof tasks,
  { gid, deleted_at }: DeletedObject,
): Promise<number[]> => (await reader.all(tasks[type], { from: gid, deleted_at })).map(row => row.gid)

interface DeletedField {
  id_prefix: string | null
  formula: string | null
}

const field: Statement<DeletedField> = statement((param, db) =>
  db.selectFrom('custom_fields').select(['id_prefix', 'formula']).where('gid', '=', param('gid')),
)

/** The columns of a custom field in the trash that can conflict with other fields. */
export async function deletedField(reader: Reader, gid: number): Promise<DeletedField> {
  const row = await reader.first(field, { gid })
  if (!row) throw new Error(`There is no custom field ${gid}.`)
  return row
}
