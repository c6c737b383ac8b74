/** The dependents of tasks. */
import { sql } from 'kysely'
import type { Reader, Statement } from '../../db.ts'
import { statement } from '../../statement.ts'

interface DependencyRow {
  task: number
  dependency: number
}

const dependents: Statement<DependencyRow> = statement((param, db) => {
  return sql<DependencyRow>`select d.task as task, d.dependency as dependency from task_dependencies d
    where ${db.dialect.isAmong(sql.ref('d.dependency'), param('tasks'))} order by d.dependency, d.task`
})

/** The dependents of each of these tasks. */
export async function dependentsOf(reader: Reader, tasks: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>()
  if (tasks.length === 0) return found
  for (const { task, dependency } of await reader.all(dependents, { tasks: reader.db.dialect.set(tasks) })) {
    const known = found.get(dependency)
    if (known) known.push(task)
    else found.set(dependency, [task])
  }
  return found
}
