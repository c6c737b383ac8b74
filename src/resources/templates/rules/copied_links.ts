/** Copies of dependencies, within the limit of each task. */
import { advisoryLock, insertAll } from '../../../store/change.ts'
import type { Writer } from '../../../store/db.ts'
import { type CopyRange, linksOfCopies } from '../../../store/queries/jobs/copies.ts'
import { MAX_DEPENDENCIES } from '../../../store/queries/tasks.ts'
import type { CopyTerms } from './copied_tasks.ts'

/**
 * Makes the copies in a range depend on the copies of the dependencies of their sources, or on those themselves where
 * they were not copied. A task that has its maximum of dependents gets no further one.
 */
export async function copyLinks(tx: Writer, { user, workspace }: CopyTerms, range: CopyRange): Promise<void> {
  // hierarchy: concurrent requests could exceed the limit. No cycle can arise: only copies depend on copies.
  await advisoryLock(tx, 'hierarchy', workspace)
  const counts = new Map<number, number>()
  const links = (await linksOfCopies(tx, user, range)).filter(({ dependency, links: known }) => {
    const count = (counts.get(dependency) ?? known) + 1
    counts.set(dependency, count)
    return count <= MAX_DEPENDENCIES
  })
  await insertAll(
    tx,
    'task_dependencies',
    links.map(({ task, dependency }) => ({ task, dependency })),
  )
}
