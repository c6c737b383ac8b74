/** The objects that exported tasks contain in their own records. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

export type AttachedName = 'story' | 'attachment'

const attached = (table: 'stories' | 'attachments', column: string): Statement<{ gid: number; task: number }> =>
  statement(
    (param, db) => sql<{ gid: number; task: number }>`select t.gid as gid, t.${sql.ref(column)} as task
      from ${sql.table(table)} as t where ${db.dialect.isAmong(sql.ref(`t.${column}`), param('tasks'))}
      and t.deleted_at is null order by t.gid`,
  )

const statements = { story: attached('stories', 'target'), attachment: attached('attachments', 'parent') }

/** The stories or the attachments of these tasks, by task, in the order of their gids. */
export async function attachedTo(
  reader: Reader,
  type: AttachedName,
  tasks: readonly number[],
): Promise<{ gid: number; task: number }[]> {
  return reader.all(statements[type], { tasks: reader.db.dialect.set(tasks) })
}
