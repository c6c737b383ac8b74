/** The dependents of tasks. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

interface Wait {
  task: number
  dependency: number
}

const waiting: Statement<Wait> = statement((param, db) => {
  return sql<Wait>`select d.task as task, d.dependency as dependency from task_dependencies d
    where ${db.dialect.isAmong(sql.ref('d.dependency'), param('tasks'))} order by d.dependency, d.task`
})

/** The dependents of each of these tasks. */
export async function waitingFor(reader: Reader, tasks: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  if (tasks.length === 0) return found
  for (const { task, dependency } of await reader.all(waiting, { tasks: reader.db.dialect.set(tasks) })) {
    const known = found.get(dependency)
    if (known) known.push(task)
    else found.set(dependency, [task])
  }
  return found
}
